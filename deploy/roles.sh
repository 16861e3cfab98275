#!/bin/sh
# The roles of the database (docs/operations.md): one owns the tables and migrates, one serves, one backs up.
set -eu
psql --set=ON_ERROR_STOP=1 --username "$POSTGRES_USER" \
     --set=owner_password="$OWNER_PASSWORD" --set=app_password="$APP_PASSWORD" \
     --set=backup_password="$BACKUP_PASSWORD" <<'SQL'
CREATE ROLE hansard LOGIN PASSWORD :'owner_password';
CREATE ROLE hansard_app LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD :'app_password';
CREATE ROLE hansard_backup LOGIN NOSUPERUSER BYPASSRLS PASSWORD :'backup_password';
GRANT pg_read_all_data TO hansard_backup;
GRANT hansard_app TO hansard;
CREATE DATABASE hansard OWNER hansard;
\connect hansard
CREATE EXTENSION vector;
SQL
