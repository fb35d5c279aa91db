"""What the cogs show: texts, persistent buttons, menus and the layout of messages."""
