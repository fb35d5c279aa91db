"""Games to look at: `/record`, `/replay`, `/import`, Verify and the viewer."""
