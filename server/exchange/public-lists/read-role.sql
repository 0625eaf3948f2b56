-- A role for READ_URL: it reads the public lists and nothing else. Run once when an exchange has opened the database, there, as the role that
-- STORE_URL names or as a superuser; again when STORE_URL names another role:
--   psql -h HOST -U USER -d DATABASE -v ON_ERROR_STOP=1 -f server/exchange/public-lists/read-role.sql
-- then give it a password (\password strategybot_reader) or a certificate. The role of STORE_URL needs CREATEROLE for it; else a
-- superuser runs all of it.
DO $$ BEGIN
  CREATE ROLE strategybot_reader LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOINHERIT CONNECTION LIMIT 200;
EXCEPTION WHEN duplicate_object THEN
  RAISE NOTICE 'the role is there already';
END $$;
-- Whoever writes the store makes the tables, these and those of newer programs: of its tables alone a right that is given beforehand holds.
DO $$
DECLARE
  writer regrole := (SELECT nspowner FROM pg_namespace WHERE nspname = 'exchange');
BEGIN
  IF writer IS NULL THEN RAISE EXCEPTION 'no exchange has opened this database: start one first'; END IF;
  IF NOT pg_has_role(writer::oid, 'MEMBER') THEN RAISE EXCEPTION 'run this as %, which writes the store', writer; END IF;
  -- An exchange that begins in this moment makes it too.
  BEGIN
    EXECUTE format('CREATE SCHEMA IF NOT EXISTS public_lists AUTHORIZATION %s', writer);
  EXCEPTION WHEN unique_violation OR duplicate_schema THEN
    RAISE NOTICE 'the schema is there already';
  END;
  EXECUTE format('ALTER SCHEMA public_lists OWNER TO %s', writer);
  EXECUTE format('ALTER DEFAULT PRIVILEGES FOR ROLE %s IN SCHEMA public_lists GRANT SELECT ON TABLES TO strategybot_reader', writer);
END $$;
GRANT USAGE ON SCHEMA public_lists TO strategybot_reader;
GRANT SELECT ON ALL TABLES IN SCHEMA public_lists TO strategybot_reader;
ALTER ROLE strategybot_reader SET default_transaction_read_only = on;
ALTER ROLE strategybot_reader SET statement_timeout = '2s';
