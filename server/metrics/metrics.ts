import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Log } from '../log/log.ts';

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

/** `process`: 'web' or 'exchange', a label of every figure. Node's own figures (memory, event loop, …) are among them. */
export function createMetrics(process: 'web' | 'exchange'): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ process });
  collectDefaultMetrics({ register: registry });
  const options = <L extends string>(name: string, help: string, labelNames: L[]) => ({
    name: `${PREFIX}${name}`,
    help,
    labelNames,
    registers: [registry],
  });
  return {
    registry,
    nowMs: () => performance.now(),
    counter: (name, help, ...labels) => new Counter(options(name, help, labels)),
    gauge: (name, help, ...labels) => new Gauge(options(name, help, labels)),
    figure(name, help, read) {
      const collect = function (this: Gauge) {
        this.set(read());
      };
      new Gauge({ ...options(name, help, []), collect });
    },
    seconds: (name, help, ...labels) => new Histogram({ ...options(name, help, labels), buckets: BUCKETS }),
  };
}

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

/** GET /metrics on an address of the machine itself. `port` 0 takes a free one. */
export function openMetricsServer({ registry }: Metrics, port: number): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    // A page that has a name of its own point at this machine asks under that name.
    const isAskedHere = /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(request.headers.host ?? '');
    if (request.method !== 'GET' || request.url !== '/metrics' || !isAskedHere) {
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
    server.listen(port, '127.0.0.1', () => {
      resolve({
        port: (server.address() as AddressInfo).port,
        close: () =>
          new Promise((done) => {
            server.close(() => done());
            server.closeAllConnections();
          }),
      });
    });
  });
}

/** Opens the port and says which; one that is taken is said too, and nobody's trading stops for it. */
export async function serveMetrics(metrics: Metrics, port: number, log: Pick<Log, 'info' | 'warn'>): Promise<void> {
  try {
    log.info('metrics', { port: (await openMetricsServer(metrics, port)).port });
  } catch (error) {
    log.warn('metrics-closed', { port, error });
  }
}
