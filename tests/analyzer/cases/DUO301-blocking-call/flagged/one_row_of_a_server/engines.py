"""The database is elsewhere."""

import sqlalchemy
from sqlalchemy.engine import Engine


def opened(host: str) -> Engine:
    return sqlalchemy.create_engine(f"postgresql+psycopg://{host}/notes")
