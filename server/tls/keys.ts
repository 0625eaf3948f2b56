import { makeKeys } from './make-keys.ts';

/** `npm run keys -- FOLDER [HOST…]`: keys for a trial beyond one machine. HOST: names and addresses under which the exchange is asked. */
const DAYS = 365;
const [folder, ...hosts] = process.argv.slice(2);
const isName = (host: string): boolean => /^[A-Za-z0-9.-]{1,253}$/.test(host);
if (folder === undefined || !hosts.every(isName)) {
  process.stderr.write('npm run keys -- FOLDER [HOST…]: a folder, and the names of the hosts on which exchanges run\n');
  process.exitCode = 1;
} else {
  try {
    makeKeys({ folder, hosts, days: DAYS });
    process.stdout.write(
      `Keys are in ${folder}, good for ${DAYS} days: TLS_CA=ca.crt everywhere, exchange.*, web.*, worker.* and metrics.* each where it belongs. Keep ca.key apart.\n`,
    );
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
