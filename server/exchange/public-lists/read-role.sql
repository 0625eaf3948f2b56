-- A role for READ_URL: it reads the public lists and nothing else. Run once, as the role that STORE_URL names, on its database:
--   psql -h HOST -U USER -d DATABASE -f server/exchange/public-lists/read-role.sql
-- then give it a password (\password strategybot_reader) or a certificate. The role of STORE_URL needs CREATEROLE for it; else a
-- superuser makes the role first, and the first statement says that it is there.
DO $$ BEGIN
  CREATE ROLE strategybot_reader LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOINHERIT CONNECTION LIMIT 200;
EXCEPTION WHEN duplicate_object THEN
  RAISE NOTICE 'the role is there already';
END $$;
-- An exchange that begins in this moment makes it too.
DO $$ BEGIN
  CREATE SCHEMA IF NOT EXISTS public_lists;
EXCEPTION WHEN unique_violation OR duplicate_schema THEN
  RAISE NOTICE 'the schema is there already';
END $$;
GRANT USAGE ON SCHEMA public_lists TO strategybot_reader;
GRANT SELECT ON ALL TABLES IN SCHEMA public_lists TO strategybot_reader;
-- Tables that a newer program makes in their place.
ALTER DEFAULT PRIVILEGES IN SCHEMA public_lists GRANT SELECT ON TABLES TO strategybot_reader;
ALTER ROLE strategybot_reader SET default_transaction_read_only = on;
ALTER ROLE strategybot_reader SET statement_timeout = '2s';
