"""What players ask of each other: `/undo`, `/offer`, `/leave`, and the messages with their buttons."""
