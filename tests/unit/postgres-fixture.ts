import { describe, onTestFinished } from 'vitest';
import { openPostgresStore } from '#server/exchange/store/postgres-store.ts';
import { freshDatabase, HAS_POSTGRES, HAS_POSTGRES_PROGRAMS, ownServer } from '../support/postgres-server.ts';

const HERE = 'There is no PostgreSQL here: apt-get install postgresql, or set TEST_POSTGRES_URL.';

/** A part of the tests that needs PostgreSQL. Without it, it is skipped and says so; where everything must run it fails. */
export function describeWithPostgres(name: string, work: () => void, needs: 'any' | 'own server' = 'any'): void {
  const isThere = needs === 'any' ? HAS_POSTGRES : HAS_POSTGRES_PROGRAMS;
  if (!isThere && process.env.CI !== undefined) throw new Error(HERE);
  if (!isThere) process.stderr.write(`${name}: SKIPPED. ${HERE}\n`);
  describe.skipIf(!isThere)(name, work);
}

/** An empty database that is gone when the test is over. */
export async function temporaryDatabase(server?: string): Promise<string> {
  const { url, drop } = await freshDatabase(server);
  onTestFinished(drop);
  return url;
}

/** A server that the test may kill, gone with it. */
export async function temporaryServer(settings?: Parameters<typeof ownServer>[0]) {
  const server = await ownServer(settings);
  onTestFinished(server.end);
  return server;
}

let openings = 0;

export interface OpenChoice {
  readonly collections?: readonly string[];
  readonly isPatient?: boolean;
  readonly onLost?: (error: Error) => void;
  readonly onStandby?: () => void;
}

/** Opens the store of a database, each time as another holder. */
export function openOn(url: string, { collections = ['a', 'b'], isPatient = false, ...told }: OpenChoice = {}) {
  openings += 1;
  return openPostgresStore({ url, holder: `opening ${process.pid} ${openings}`, collections, isPatient, ...told });
}
