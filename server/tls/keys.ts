import { parseArgs } from 'node:util';
import { DATABASE, makeKeys } from './make-keys.ts';

/**
 * `npm run keys -- FOLDER [HOST…] [--database HOST]…`: keys for a trial beyond one machine. HOST: names and addresses under which the
 * exchange is asked, and behind `--database`, once for each, a server of PostgreSQL. Names of certificates that are there stay.
 */
const USAGE =
  'npm run keys -- FOLDER [HOST…] [--database HOST]…: a folder, the names of the hosts on which exchanges run, and of those of PostgreSQL\n';
const DAYS = 365;
const isName = (host: string): boolean => /^[A-Za-z0-9.-]{1,253}$/.test(host);

/** What was asked for; null when it cannot be understood. */
function asked() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { database: { type: 'string', multiple: true, default: [] } },
    });
    const [folder, ...hosts] = positionals;
    const { database: databases } = values;
    return folder !== undefined && [...hosts, ...databases].every(isName) ? { folder, hosts, databases } : null;
  } catch {
    return null;
  }
}

const wanted = asked();
if (wanted === null) {
  process.stderr.write(USAGE);
  process.exitCode = 1;
} else {
  try {
    const made = makeKeys({ ...wanted, days: DAYS });
    process.stdout.write(
      `Keys are in ${wanted.folder}, good for ${DAYS} days: ca.crt everywhere (TLS_CA), those of ${[...made.keys()].join(', ')} each where it belongs. Keep ca.key apart.\n`,
    );
    for (const name of ['exchange', DATABASE]) {
      const names = made.get(name);
      if (names !== undefined) process.stdout.write(`${name}.crt is for ${names.join(', ')}\n`);
    }
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
