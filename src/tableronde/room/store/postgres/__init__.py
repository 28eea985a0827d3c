"""A store that many nodes share: PostgreSQL, spoken to by psycopg (the extra `cluster`)."""
