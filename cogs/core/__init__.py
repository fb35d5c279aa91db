"""What every room of the bot needs: the bot itself, checks, converters, components, texts, errors."""
