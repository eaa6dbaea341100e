#!/bin/sh
# Run once by the image of PostgreSQL, when its volume is empty: the service owns its database, and is no superuser, who
# could run programs on the machine of the database.
set -eu
psql --set ON_ERROR_STOP=1 --username postgres --set password="$(cat /run/secrets/postgres-password)" <<'SQL'
create role reelsight login password :'password';
create database reelsight owner reelsight;
SQL
