"""All databases of the project are local files."""

import sqlalchemy
from sqlalchemy.engine import Engine


def opened(path: str) -> Engine:
    return sqlalchemy.create_engine(f"sqlite:///{path}")
