import { Agent, get } from 'node:http';

/**
 * Clients who ask for one address after the other and, when they are refused, come again when they are told to:
 * `polite-load.ts <port> <clients> <seconds> <JSON list of paths>`. Each has a loopback address of its own. Ends by itself.
 */
const [port = '', clients = '', seconds = '', list = '[]'] = process.argv.slice(2);
const paths = JSON.parse(list) as string[];
const endsMs = performance.now() + Number(seconds) * 1_000;
const count = { good: 0, refused: 0, other: 0 };
let next = 0;

/** Status, and how long to wait before asking again, ms. */
function ask(agent: Agent, path: string): Promise<{ readonly status: number; readonly waitMs: number }> {
  return new Promise((resolve) => {
    const asked = get({ port: Number(port), host: '127.0.0.1', agent, path }, (answer) => {
      const waitMs = Number(answer.headers['retry-after'] ?? 0) * 1_000;
      answer
        .resume()
        .on('end', () => resolve({ status: answer.statusCode ?? 0, waitMs }))
        .on('error', () => resolve({ status: 0, waitMs: 1_000 }));
    });
    asked.on('error', () => resolve({ status: 0, waitMs: 1_000 }));
  });
}

async function client(index: number): Promise<void> {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: 1,
    localAddress: `127.1.${Math.floor(index / 200)}.${1 + (index % 200)}`,
  });
  while (performance.now() < endsMs) {
    const path = paths[next % paths.length] ?? '/';
    next += 1;
    const { status, waitMs } = await ask(agent, path);
    // What comes after the end is not of the measured time; nor is the wait of those who were sent away before it.
    if (performance.now() > endsMs) break;
    if (status === 200) count.good += 1;
    else if (status === 503 || status === 429) count.refused += 1;
    else count.other += 1;
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
  agent.destroy();
}

await Promise.all(Array.from({ length: Number(clients) }, (_, index) => client(index)));
process.stdout.write(JSON.stringify({ ...count, seconds: Number(seconds) }));
process.exit(0);
