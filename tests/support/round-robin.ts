import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A balancer in front of web servers: one request to each in turn. */
export interface RoundRobin {
  readonly url: string;
  /** Requests that no server answered, and answers that say that a server failed. */
  readonly failures: readonly string[];
  /** Those that are sent requests from now on; who was taken out ends the answers that are under way. */
  use(urls: readonly string[]): void;
  close(): Promise<void>;
}

export async function roundRobin(): Promise<RoundRobin> {
  const failures: string[] = [];
  const agent = new Agent({ keepAlive: true });
  let ports: readonly number[] = [];
  let next = 0;
  const server = createServer((asked, answer) => {
    next += 1;
    const port = ports[next % ports.length] ?? 0;
    const { method, url: path, headers } = asked;
    const given = request({ host: '127.0.0.1', port, method, path, headers, agent });
    given.on('response', (told) => {
      const { statusCode = 0 } = told;
      if (statusCode >= 500) failures.push(`${method} ${path}: ${statusCode}`);
      answer.writeHead(statusCode, told.headers);
      told.pipe(answer);
      told.on('error', () => answer.destroy());
    });
    given.on('error', (error) => {
      // A browser that goes away breaks off what it asked for.
      if (!answer.destroyed) failures.push(`${method} ${path}: ${error.message}`);
      answer.destroy();
    });
    answer.on('close', () => given.destroy());
    asked.pipe(given);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    failures,
    use(urls) {
      ports = urls.map((url) => Number(new URL(url).port));
    },
    close() {
      agent.destroy();
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
}
