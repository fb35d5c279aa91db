"""How much Discord takes, in characters where nothing else is said; longer texts are cut by `cogs.core.text.cut`.

Source: https://discord.com/developers/docs, the pages on messages, components, commands and channels.
"""

from __future__ import annotations

from typing import Final

MESSAGE_LIMIT: Final = 2000
LAYOUT_LIMIT: Final = 4000
"""All texts of a message that is made of components alone (Components V2); it has no other text."""
ALT_LIMIT: Final = 1024
"""The description of an attachment, or of a picture in a gallery."""
EMBED_LIMIT: Final = 4096
"""The description of an embed."""
EMBEDS_LIMIT: Final = 6000
"""All texts of the embeds of one message."""
FIELD_LIMIT: Final = 1024
"""The text of an embed's field."""
TITLE_LIMIT: Final = 256
"""The title of an embed, or the name of one of its fields."""
DIALOG_LIMIT: Final = 45
"""The title of a dialog, or of what is typed into it."""
TYPED_LIMIT: Final = 4000
"""What is typed into a dialog."""

MOST_FILES: Final = 10
"""Files of a message, and pictures in a gallery."""

CUSTOM_ID_LIMIT: Final = 100
LABEL_LIMIT: Final = 80
"""The label of a button."""
MOST_IN_ROW: Final = 5
"""Buttons in a row."""
OPTION_LIMIT: Final = 100
"""The label or the description of one alternative in a menu."""
PROMPT_LIMIT: Final = 150
"""What a menu says while nothing is picked."""
MOST_OPTIONS: Final = 25
"""Alternatives in a menu."""

COMMAND_LIMIT: Final = 8000
"""All names, descriptions and values of a command with its options, each in the language in which it is longest."""
CHOICE_LIMIT: Final = 100
"""The name, or the value, of what an option of a command offers."""
MOST_CHOICES: Final = 25
"""Alternatives that an option of a command offers at once."""

CHANNEL_LIMIT: Final = 100
"""The name of a channel or a thread."""
EVENT_LIMIT: Final = 100
"""The name of a scheduled event."""
