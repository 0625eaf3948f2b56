import { resolve } from 'node:path';
import { readSettings } from './settings.ts';
import { restoreStore } from './store/restore-store.ts';
import { systemClock } from './surroundings/clock.ts';

/** `npm run restore -- FILE`: puts a backup in the place of DATA_DIR's store. The exchange must not be running. */
try {
  const [file] = process.argv.slice(2);
  if (file === undefined) throw new Error('usage: npm run restore -- FILE   (made by npm run backup)');
  const { DATA_DIR: dataDir } = readSettings(process.env);
  const stamp = new Date(systemClock().nowMs()).toISOString().replaceAll(/[:.]/g, '-');
  const kept = restoreStore(resolve(file), dataDir, `exchange.replaced-${stamp}.db`);
  process.stdout.write(`${dataDir} holds the backup now.${kept === null ? '' : ` What it held is in ${kept}`}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
