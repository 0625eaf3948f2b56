import { resolve } from 'node:path';
import { readSettings } from './settings.ts';
import { restorePostgres } from './store/postgres-backup.ts';
import { restoreStore } from './store/restore-store.ts';
import { systemClock } from './surroundings/clock.ts';

/** `npm run restore -- FILE`: puts a backup in the place of the store. No exchange may be running on it. */
try {
  const [file] = process.argv.slice(2);
  if (file === undefined) throw new Error('usage: npm run restore -- FILE   (made by npm run backup)');
  const { DATA_DIR: dataDir, STORE_URL: url } = readSettings(process.env);
  const stamp = new Date(systemClock().nowMs()).toISOString();
  if (url === undefined) {
    const kept = restoreStore(resolve(file), dataDir, `exchange.replaced-${stamp.replaceAll(/[:.]/g, '-')}.db`);
    tell(dataDir, kept);
  } else {
    const kept = await restorePostgres(resolve(file), url, `exchange_replaced_${stamp.replaceAll(/\D/g, '')}`);
    tell('The database of STORE_URL', kept === null ? null : `its schema ${kept}`);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

function tell(place: string, kept: string | null): void {
  process.stdout.write(`${place} holds the backup now.${kept === null ? '' : ` What it held is in ${kept}`}\n`);
}
