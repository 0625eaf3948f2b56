import { randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import next from 'next';
import { DAY_MS } from '#lib/time/durations.ts';
import { createCallFront } from './bff/call-front.ts';
import { offeredCalls } from './bff/call-passage.ts';
import { sharedReadings } from './bff/shared-readings.ts';
import { SECURITY_HEADERS } from './content-security-policy.ts';
import { createAdmission } from './door/admission.ts';
import { clientAddress, isProxyOf, parseProxies } from './door/client-address.ts';
import { createConnections } from './door/connections.ts';
import { createDoor } from './door/door.ts';
import { HTTP_BOUNDS } from './door/http-bounds.ts';
import { processLog } from './log/log.ts';
import { REQUEST_ID_HEADER } from './log/request-context.ts';
import { createMetrics, serveMetrics } from './metrics/metrics.ts';
import { measured } from './metrics/web-metrics.ts';
import { createKeptStaticFront, keepStatic } from './pages/kept-static.ts';
import { createMissingFront } from './pages/missing-front.ts';
import { createPageFront } from './pages/page-front.ts';
import { createDeviceKeeper } from './session/device-cookie.ts';
import { env, publicUrl, sessionSecret } from './settings/env.ts';

/** The built web product: Next behind the door and the fronts for calls and public pages. Started by the supervisor. */

/** Calls that are still running at a stop may end; after this they are cut. */
const CALLS_END_WITHIN_MS = 2_000;
const SWEEP_MS = 1_000;
/** Files of a build are kept so long after its last server said that they are in use, which each does every day. */
const STATIC_KEPT_MS = 7 * DAY_MS;
const STATIC_SAID_MS = DAY_MS;

const log = processLog();
const {
  PORT: port,
  HOST: hostname,
  TRUSTED_PROXIES,
  ADDRESS_BUDGET,
  INSECURE_COOKIE,
  METRICS_PORT: metricsPort,
  DATA_DIR,
  STATIC_DIR,
} = env();
const dir = fileURLToPath(new URL('..', import.meta.url));
const app = next({ dev: false, dir, hostname, port });
await app.prepare();
const files = {
  own: join(dir, process.env.NEXT_DIST_DIR ?? '.next', 'static'),
  folder: resolve(STATIC_DIR ?? join(DATA_DIR, 'static')),
};
const keepFiles = (): Promise<unknown> =>
  // Tabs of other builds load anew without it: no reason to be away.
  keepStatic(files, STATIC_KEPT_MS, Date.now()).catch((error: unknown) => log.warn('static-not-kept', { error }));
await keepFiles();
setInterval(() => void keepFiles(), STATIC_SAID_MS).unref();
const pages = createMissingFront(createPageFront(app.getRequestHandler(), () => performance.now()));
const calls = createCallFront({ next: pages, calls: offeredCalls, headers: SECURITY_HEADERS });
const front = await createKeptStaticFront(files, SECURITY_HEADERS, calls);
const proxies = parseProxies(TRUSTED_PROXIES);
const nowMs = () => performance.now();
const door = createDoor(front, {
  address: clientAddress(proxies),
  admission: createAdmission({ addressBudget: ADDRESS_BUDGET, nowMs }),
  device: createDeviceKeeper({
    secret: sessionSecret(),
    isSecure: !INSECURE_COOKIE,
    nowMs: Date.now,
    random: randomBytes,
  }),
  isReadingFailing: () => sharedReadings().hasJustFailed(),
  newRequestId: randomUUID,
  isHttps: publicUrl().startsWith('https:'),
});
const connections = createConnections({ isProxy: isProxyOf(proxies), nowMs });
const metrics = metricsPort === undefined ? null : createMetrics('web', files.folder);
if (metrics !== null) await serveMetrics(metrics, env(), log);
const entrance = metrics === null ? door : measured(door, metrics);
const server = createServer(HTTP_BOUNDS, (request, response) => {
  entrance(request, response).catch((error: unknown) => {
    log.error('web-bug', { error, request: response.getHeader(REQUEST_ID_HEADER) });
    response.destroy();
  });
});
server.on('connection', connections.add);
setInterval(connections.sweep, SWEEP_MS).unref();

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
