import { parseArgs } from 'node:util';
import { ROLES } from './keyed-server.ts';
import { DATABASE, makeKeys } from './make-keys.ts';

/**
 * `npm run keys -- FOLDER [HOST…] [--database HOST]…`: keys for a trial beyond one machine. HOST: names and addresses under which the
 * exchange is asked, and behind `--database`, once for each, a server of PostgreSQL.
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
    makeKeys({ ...wanted, days: DAYS });
    const names = ['exchange', ...ROLES, ...(wanted.databases.length > 0 ? [DATABASE] : [])];
    process.stdout.write(
      `Keys are in ${wanted.folder}, good for ${DAYS} days: ca.crt everywhere (TLS_CA), those of ${names.join(', ')} each where it belongs. Keep ca.key apart.\n`,
    );
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
