import { workerData } from 'node:worker_threads';
import { steadyMs } from '../surroundings/clock.ts';
import { openPostgresDatabase, type PostgresGiven } from './postgres-database.ts';
import { serveDatabase } from './serve-database.ts';

/** The thread that talks with PostgreSQL. */
await serveDatabase((news) => openPostgresDatabase({ ...(workerData as PostgresGiven), news, nowMs: steadyMs }));
