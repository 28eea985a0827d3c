"""A store that many nodes share: PostgreSQL over psycopg (the extra `cluster`)."""
