import { describe, onTestFinished } from 'vitest';
import { storeOver } from '#server/exchange/store/asked-database.ts';
import { openPostgresDatabase } from '#server/exchange/store/postgres-database.ts';
import { openPostgresStore } from '#server/exchange/store/postgres-store.ts';
import { openStandstill } from '#server/exchange/store/standstill.ts';
import type { Store } from '#server/exchange/store/store.ts';
import type { StoreMark } from '#server/exchange/store/store-marks.ts';
import { steadyMs } from '#server/exchange/surroundings/clock.ts';
import { freshDatabase, HAS_POSTGRES, HAS_POSTGRES_PROGRAMS, ownServer } from '../support/postgres-server.ts';
import { isNightly } from '../support/runs.ts';
import { databaseHere } from '../support/store-here.ts';

const MISSING = {
  any: 'There is no PostgreSQL here: apt-get install postgresql, or set TEST_POSTGRES_URL.',
  tools: 'There is no PostgreSQL with tools for standbys and dumps here: apt-get install postgresql.',
} as const;

/** A part of the tests that needs PostgreSQL. Without it, it is skipped and says so; where everything must run it fails. */
export function describeWithPostgres(
  name: string,
  work: () => void,
  needs: 'any' | 'its programs' | 'real kills' | 'real kills of its programs' = 'any',
): void {
  const [isThere, missing] =
    needs === 'its programs' || needs === 'real kills of its programs'
      ? [HAS_POSTGRES_PROGRAMS, MISSING.tools]
      : [HAS_POSTGRES, MISSING.any];
  if (!isThere && process.env.CI !== undefined) throw new Error(missing);
  if (!isThere) process.stderr.write(`${name}: SKIPPED. ${missing}\n`);
  describe.skipIf(!isThere || (needs.startsWith('real kills') && !isNightly))(name, work);
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
  readonly onReached?: (complaint: string | null) => void;
  readonly marks?: readonly StoreMark[];
  readonly nowMs?: () => number;
  readonly onStandstill?: (isOn: boolean) => void;
}

/** Opens the store of a database, each time as another holder: with its database on this thread, where faults can be planted in it. */
export async function openOn(url: string, choice: OpenChoice = {}): Promise<Store> {
  const { collections = ['a', 'b'], isPatient = false, onLost = () => {}, onStandby = () => {}, marks } = choice;
  const standstill = openStandstill();
  const news = {
    lost: onLost,
    standsStill(isOn: boolean) {
      standstill.set(isOn);
      choice.onStandstill?.(isOn);
    },
    standsBy: onStandby,
    reached: choice.onReached ?? (() => {}),
  };
  const { nowMs = steadyMs } = choice;
  const database = await openPostgresDatabase({ url, holder: nextHolder(), isPatient, marks, news, nowMs });
  return storeOver(databaseHere(database, standstill), collections);
}

/** The same as the exchange has it, with the database on a thread of its own. */
export function openOnThread(url: string, choice: OpenChoice = {}): Promise<Store> {
  const { collections = ['a', 'b'], isPatient = false, ...told } = choice;
  return openPostgresStore({ url, holder: nextHolder(), collections, isPatient, ...told });
}

function nextHolder(): string {
  openings += 1;
  return `opening ${process.pid} ${openings}`;
}
