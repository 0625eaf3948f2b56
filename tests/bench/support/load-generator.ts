import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';

/**
 * Sends one GET again and again over kept-alive connections, in a process of its own:
 * `load-generator.ts <url> <connections> <seconds> <headers as JSON> <a second, 0 = as many as it can>`. Prints what it saw as JSON.
 */
const [url = '', connections = '32', seconds = '3', headers = '{}', pace = '0'] = process.argv.slice(2);
const { origin, pathname, search } = new URL(url);
const pool = new Pool(origin, { connections: Number(connections), pipelining: 1 });
const beganMs = performance.now();
const lastMs = beganMs + Number(seconds) * 1000;
const latencies: number[] = [];
const statuses: Record<string, number> = {};
let bytes = 0;
let sent = 0;

/** Until the next request is due. */
async function untilDue(): Promise<void> {
  if (Number(pace) === 0) return;
  const dueMs = beganMs + (sent / Number(pace)) * 1000;
  sent += 1;
  await delay(dueMs - performance.now());
}

async function client(): Promise<void> {
  while (performance.now() < lastMs) {
    await untilDue();
    const began = performance.now();
    const { statusCode, body } = await pool.request({
      method: 'GET',
      path: pathname + search,
      headers: JSON.parse(headers),
    });
    bytes += (await body.arrayBuffer()).byteLength;
    latencies.push(performance.now() - began);
    statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
  }
}

await Promise.all(Array.from({ length: Number(connections) }, client));
const elapsed = (performance.now() - beganMs) / 1000;
await pool.close();
latencies.sort((left, right) => left - right);
const at = (share: number) => Number((latencies[Math.floor((latencies.length - 1) * share)] ?? 0).toFixed(2));
console.log(
  JSON.stringify({
    requests: latencies.length,
    rate: latencies.length / elapsed,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    statuses,
    bytes,
  }),
);
