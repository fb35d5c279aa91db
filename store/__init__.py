"""Storage: schema, migrations, and one module for each aggregate. SQLAlchemy Core, no ORM.

Functions here take a connection and never open a transaction of their own; `store.database` provides both kinds.
"""
