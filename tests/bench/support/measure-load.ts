import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const generator = fileURLToPath(new URL('./load-generator.ts', import.meta.url));
const run = promisify(execFile);

export interface Load {
  readonly requests: number;
  /** Requests per second. */
  readonly rate: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly bytes: number;
}

const CONNECTIONS = 32;

/** Loads an address for some seconds from another process, `pace` requests a second or as many as it answers. Throws unless every answer was 200. */
export async function measureLoad(
  url: string,
  seconds: number,
  headers: Readonly<Record<string, string>> = {},
  pace = 0,
): Promise<Load> {
  const args = [generator, url, String(CONNECTIONS), String(seconds), JSON.stringify(headers), String(pace)];
  const { stdout } = await run(process.execPath, args);
  const { statuses, ...load } = JSON.parse(stdout) as Load & { statuses: Record<string, number> };
  if (Object.keys(statuses).join() !== '200') throw new Error(`${url} answered ${JSON.stringify(statuses)}`);
  return load;
}

/** Loads two addresses in turns, so that both see the same machine; the middle one of the rounds counts. */
export async function compareLoads(
  left: () => Promise<Load>,
  right: () => Promise<Load>,
  rounds: number,
): Promise<{ left: Load; right: Load; ratio: number }> {
  const lefts: Load[] = [];
  const rights: Load[] = [];
  for (let round = 0; round < rounds; round += 1) {
    lefts.push(await left());
    rights.push(await right());
  }
  const middle = (loads: Load[]): Load =>
    loads.toSorted((a, b) => a.rate - b.rate)[Math.floor(loads.length / 2)] as Load;
  const [one, other] = [middle(lefts), middle(rights)];
  return { left: one, right: other, ratio: Number((one.rate / other.rate).toFixed(3)) };
}
