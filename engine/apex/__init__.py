"""APEX: simultaneous secret strategies for two to six civilisations."""
