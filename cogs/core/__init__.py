"""The base of every feature: the bot itself, checks, converters, components, texts, errors."""
