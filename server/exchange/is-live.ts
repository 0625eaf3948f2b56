import { request } from 'node:https';
import { LIVE_PATH } from '#lib/contract/private-door.ts';
import { keyPaths, readKeys } from '../tls/key-files.ts';
import { readSettings } from './settings.ts';

/** For whoever watches over an exchange's container: ends with 0 when the exchange beside it, of the same settings, says that it lives. */
const LIVE_WITHIN_MS = 2_500;
const settings = readSettings(process.env);
const paths = keyPaths(settings);
if (paths === null) throw new Error('TLS_CERT, TLS_KEY and TLS_CA are not set');
const asked = request(
  {
    ...readKeys(paths),
    host: 'localhost',
    port: settings.EXCHANGE_PORT,
    path: LIVE_PATH,
    timeout: LIVE_WITHIN_MS,
  },
  (reply) => {
    reply.resume();
    process.exitCode = reply.statusCode === 200 ? 0 : 1;
  },
);
asked.once('timeout', () => asked.destroy());
asked.once('error', () => {
  process.exitCode = 1;
});
asked.end();
