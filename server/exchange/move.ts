import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isSafeDatabase, UNREADABLE_DATABASE, UNSAFE_DATABASE } from '../tls/loopback.ts';
import { moveStore } from './store/move-store.ts';
import { openPostgresDatabase } from './store/postgres-database.ts';
import { DATABASE_FILE, openSqliteDatabase } from './store/sqlite-database.ts';
import type { StoreDatabase } from './store/store-database.ts';
import { isStoreIn } from './store/store-in-database.ts';
import { steadyMs } from './surroundings/clock.ts';

/**
 * `npm run move -- --from PLACE --to PLACE`: copies a store into an empty one and compares them row by row. A place is a data folder or
 * postgres://… (a password in PGPASSWORD stands in no list of processes). No exchange may be running on either; what is moved from stays as
 * it is.
 */
const USAGE =
  'usage: npm run move -- --from PLACE --to PLACE   (a data folder, or postgres://… with its password in PGPASSWORD)';

try {
  const { values } = parseArgs({ options: { from: { type: 'string' }, to: { type: 'string' } } });
  if (values.from === undefined || values.to === undefined) throw new Error(USAGE);
  for (const [option, place] of Object.entries(values)) {
    if (!isAddress(place) || isSafeDatabase(place)) continue;
    throw new Error(`--${option}: ${URL.canParse(place) ? UNSAFE_DATABASE : UNREADABLE_DATABASE}`);
  }
  await assertStoreIn(values.from);
  const from = await open(values.from);
  try {
    const to = await open(values.to);
    try {
      const { items, rows } = await moveStore(from, to);
      process.stdout.write(
        `${items} rows of collections and ${rows} of the journal were moved, and are the same on both sides.\n` +
          'The keys beside the store (sealing-key and push-key in DATA_DIR) are not in it: keep them with whoever runs the exchange.\n',
      );
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

function isAddress(place: string): boolean {
  return /^postgres(ql)?:\/\//.test(place);
}

/** Opening would make an empty store where there is none. */
async function assertStoreIn(place: string): Promise<void> {
  if (isAddress(place)) {
    if (!(await isStoreIn(place)))
      throw new Error('There is no store of the paper exchange in the database of --from.');
  } else if (!existsSync(join(place, DATABASE_FILE)))
    throw new Error(`There is no store of the paper exchange in ${resolve(place)}.`);
}

async function open(place: string): Promise<StoreDatabase> {
  if (!isAddress(place)) return openSqliteDatabase(place);
  const lost = (error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  };
  return openPostgresDatabase({
    ...{ url: place, holder: `move ${randomBytes(9).toString('base64url')}`, isPatient: false, nowMs: steadyMs },
    news: { lost, standsStill: () => {}, standsBy: () => {}, reached: () => {} },
  });
}
