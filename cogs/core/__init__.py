"""What every feature of the bot needs: the bot itself, checks, converters, components, texts, errors."""
