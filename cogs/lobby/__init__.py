"""Tables on Discord: `/new` and the messages at which players gather."""
