import { statfsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { z } from 'zod';
import { wholeNumber } from '#lib/contract/whole-number.ts';
import type { Log } from '../log/log.ts';
import { type KeptKeys, keptKeysOf, refuseOpenHost, type TlsNames } from '../tls/key-files.ts';
import { createKeyedServer, type Role } from '../tls/keyed-server.ts';

/**
 * What an operator's Prometheus reads of a process, on a port of its own that no visitor reaches. Names follow its
 * conventions: seconds, totals, no unit hidden; labels are words of our own code, never of a client.
 */
export interface Metrics {
  readonly registry: Registry;
  /** For durations: finer than the system's clock, and never set. */
  nowMs(): number;
  counter<L extends string>(name: string, help: string, ...labels: L[]): Counter<L>;
  gauge<L extends string>(name: string, help: string, ...labels: L[]): Gauge<L>;
  /** Read when somebody asks. */
  figure(name: string, help: string, read: () => number): void;
  /** Of durations, in seconds. */
  seconds<L extends string>(name: string, help: string, ...labels: L[]): Histogram<L>;
}

/** From a cached page to a call that waits for its deadline. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const PREFIX = 'strategybot_';

/**
 * `process`: a label of every figure. `folder`: what the process writes lies there. Figures of that disk and Node's own (memory, event
 * loop, …) are among them.
 */
export function createMetrics(process: 'web' | 'exchange' | 'worker' | 'recorder', folder: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ process });
  collectDefaultMetrics({ register: registry });
  const options = <L extends string>(name: string, help: string, labelNames: L[]) => ({
    name: `${PREFIX}${name}`,
    help,
    labelNames,
    registers: [registry],
  });
  function figure(name: string, help: string, read: () => number): void {
    const collect = function (this: Gauge) {
      this.set(read());
    };
    new Gauge({ ...options(name, help, []), collect });
  }
  figure(
    'disk_free_share',
    'Share of the disk that this process writes to that is free; NaN where it cannot be read',
    () => freeShare(folder),
  );
  return {
    registry,
    nowMs: () => performance.now(),
    counter: (name, help, ...labels) => new Counter(options(name, help, labels)),
    gauge: (name, help, ...labels) => new Gauge(options(name, help, labels)),
    figure,
    seconds: (name, help, ...labels) => new Histogram({ ...options(name, help, labels), buckets: BUCKETS }),
  };
}

/** What is left for who is not root, 0 to 1. */
function freeShare(folder: string): number {
  try {
    const { bavail, blocks } = statfsSync(folder);
    return bavail / blocks;
  } catch {
    // Not made yet, or its disk is away: the other figures are wanted all the more.
    return Number.NaN;
  }
}

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

const OWN_HOST = /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/;

export interface MetricsAddress {
  /** Beyond loopback there have to be keys. */
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly keys: KeptKeys | null;
}

/** GET /metrics, on this machine for everybody, with keys for the role `metrics` alone. */
export function openMetricsServer(
  { registry }: Metrics,
  { host, port, keys }: MetricsAddress,
  log: Pick<Log, 'warn'>,
): Promise<MetricsServer> {
  const isMetrics = (role: Role | null) => role === 'metrics';
  const server = createKeyedServer({ keys, log }, isMetrics, (request, response) => {
    // A page that has a name of its own point at this machine asks under that name, and has no certificate.
    const mayAsk = keys !== null || OWN_HOST.test(request.headers.host ?? '');
    if (request.method !== 'GET' || request.url !== '/metrics' || !mayAsk) {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      resolve({
        port: (server.address() as AddressInfo).port,
        close: () =>
          new Promise((done) => {
            keys?.close();
            server.close(() => done());
            server.closeAllConnections();
          }),
      });
    });
  });
}

/** Where a process shows its figures, from its environment. */
export const METRICS_SETTINGS = {
  /** Address that Prometheus reads at; beyond loopback only with the three files of TLS. */
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  /** Port there; 0 = any free one; unset = none. */
  METRICS_PORT: wholeNumber(0, 65_535).optional(),
} as const;

export interface MetricsSettings extends TlsNames {
  readonly METRICS_HOST: string;
  readonly METRICS_PORT?: number | undefined;
}

/**
 * Opens the port and says which; one that is taken is said too, and nobody's trading stops for it. Throws when the settings ask for what
 * must not be.
 */
export async function serveMetrics(
  metrics: Metrics,
  settings: MetricsSettings,
  log: Pick<Log, 'info' | 'warn'>,
): Promise<void> {
  const { METRICS_HOST: host, METRICS_PORT: port = 0 } = settings;
  refuseOpenHost('METRICS_HOST', host, settings);
  const keys = keptKeysOf(settings, log);
  try {
    log.info('metrics', { port: (await openMetricsServer(metrics, { host, port, keys }, log)).port });
  } catch (error) {
    keys?.close();
    log.warn('metrics-closed', { port, error });
  }
}
