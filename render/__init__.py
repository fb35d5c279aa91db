"""Pictures, alt texts and text boards of positions, made from views and events alone.

A renderer never sees a state, reads nothing but the files bundled here, and may be called from several threads at once.
Start reading at `render.registry`, the interface all games share.
"""
