#!/bin/sh
# The two roles of the database (docs/operations.md): one owns the tables and migrates, the other serves.
set -eu
psql --set=ON_ERROR_STOP=1 --username "$POSTGRES_USER" \
     --set=owner_password="$OWNER_PASSWORD" --set=app_password="$APP_PASSWORD" <<'SQL'
CREATE ROLE hansard LOGIN PASSWORD :'owner_password';
CREATE ROLE hansard_app LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD :'app_password';
CREATE DATABASE hansard OWNER hansard;
\connect hansard
CREATE EXTENSION vector;
SQL
