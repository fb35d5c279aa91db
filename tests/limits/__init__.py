"""Discord's limits, held against everything that the bot sends in any test.

`tests/conftest.py` watches every request of SimCord and of the double (`watch`); what goes beyond a limit fails the
test in which it was sent, also where SimCord lets it pass. The figures stand here a second time on purpose: those of
`cogs/core/text.py` are what the bot cuts by, these are what Discord's documentation says.

Lengths are in code points, as Discord counts them (github.com/discord/discord-api-docs/issues/1315).
"""
