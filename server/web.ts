import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import next from 'next';
import { clientAddress, parseProxies } from './door/client-address.ts';
import { createDoor } from './door/door.ts';
import { env, publicUrl } from './env.ts';
import { createPageFront } from './page-front.ts';

/** The built web product: Next behind the door and the front for public pages. Started by the supervisor. */

/** Calls that are still running at a stop may end; after this they are cut. */
const CALLS_END_WITHIN_MS = 2_000;

const { PORT: port, HOST: hostname, TRUSTED_PROXIES } = env();
const app = next({ dev: false, dir: fileURLToPath(new URL('..', import.meta.url)), hostname, port });
await app.prepare();
const front = createPageFront(app.getRequestHandler(), () => performance.now());
const door = createDoor(front, {
  address: clientAddress(parseProxies(TRUSTED_PROXIES)),
  isHttps: publicUrl().startsWith('https:'),
});
const server = createServer((request, response) => {
  door(request, response).catch((error: unknown) => {
    process.stderr.write(`${JSON.stringify({ event: 'web-bug', message: String(error) })}\n`);
    response.destroy();
  });
});

function stop(): void {
  server.close(() => process.exit(0));
  server.closeIdleConnections();
  setTimeout(() => server.closeAllConnections(), CALLS_END_WITHIN_MS).unref();
}

process.once('SIGTERM', stop);
process.once('SIGINT', stop);
// The supervisor is gone, even by kill -9: nobody would stop this process.
process.on('disconnect', () => process.exit(0));
server.on('error', (error) => {
  process.stderr.write(`The web server cannot listen on ${hostname}:${port}: ${error.message}\n`);
  process.exit(1);
});
server.listen(port, hostname);
