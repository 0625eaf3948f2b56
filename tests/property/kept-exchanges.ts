import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { freePort } from '#tests/support/free-port.ts';
import { type KeptProcess, keepProcess } from '#tests/support/kept-process.ts';
import { type Answer, ask, send } from './crash-client.ts';
import type { Send } from './crash-load.ts';

/** Exchanges on one database, each begun again when it ends, as on hosts of their own. */

const MAIN = fileURLToPath(new URL('../../server/exchange/main.ts', import.meta.url));
const LOOK_MS = 100;
/** What says that a call was not looked at: another exchange may carry it out. */
const NOT_HERE = 503;
export const SMALL_WORLD = {
  ...{ WORLD_BOTS: '0', DEMO_BOTS: '0', AI_SEARCH: '0', TICK_MS: '250', FINISHED_BOTS_AN_HOUR: '1000000' },
};

export interface KeptExchange {
  readonly url: string;
  readonly process: KeptProcess;
  /** What it has said, of all its lives. */
  said(): string;
}

export interface KeptExchanges {
  readonly all: readonly KeptExchange[];
  /** The one that answers calls, as soon as there is one. */
  active(): Promise<KeptExchange>;
  get(path: string): Promise<Answer>;
  /** To whichever has the store. */
  readonly send: Send;
  stop(): Promise<void>;
}

/** Waits until it is so; rejects with what was waited for. */
export async function within(ms: number, isSo: () => boolean | Promise<boolean>, what: string): Promise<number> {
  const began = performance.now();
  while (!(await isSo())) {
    if (performance.now() - began > ms) throw new Error(`not within ${ms} ms: ${what}`);
    await delay(LOOK_MS);
  }
  return performance.now() - began;
}

/** The first that answers calls, as soon as there is one. */
export async function activeOf<T extends { readonly url: string }>(exchanges: readonly T[]): Promise<T> {
  for (;;) {
    for (const exchange of exchanges) if (await isReady(exchange.url)) return exchange;
    await delay(LOOK_MS);
  }
}

export async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) }).then(
    (response) => response.ok,
    () => false,
  );
}

/** Begins `count` of them, whose hosts have the same keys; they end with the test. `folder`: theirs, and of what they say. */
export async function keepExchanges(count: number, storeUrl: string, folder: string): Promise<KeptExchanges> {
  const dataDir = join(folder, 'exchange');
  mkdirSync(dataDir);
  const all = await Promise.all(
    Array.from({ length: count }, async (_, index): Promise<KeptExchange> => {
      const port = await freePort();
      const log = join(folder, `exchange-${index}.log`);
      const env = { ...SMALL_WORLD, STORE_URL: storeUrl, DATA_DIR: dataDir, EXCHANGE_PORT: String(port) };
      const process = keepProcess(`exchange ${index}`, [MAIN], env, log);
      return { url: `http://127.0.0.1:${port}`, process, said: () => readFileSync(log, 'utf8') };
    }),
  );
  const stop = async () => void (await Promise.all(all.map(({ process }) => process.stop())));
  onTestFinished(stop);
  return {
    all,
    active: () => activeOf(all),
    get: (path) => anyOf(all, (url) => ask(url, 'GET', path)),
    send: (call) => anyOf(all, (url) => send(url, call)),
    stop,
  };
}

/** The answer of the one that has the store; null when nothing is known, though another may have said that it has it not. */
async function anyOf(all: readonly KeptExchange[], work: (url: string) => Promise<Answer>): Promise<Answer> {
  const answers: Answer[] = [];
  for (const { url } of all) {
    const answer = await work(url);
    if (answer !== null && answer.code !== NOT_HERE) return answer;
    answers.push(answer);
  }
  return answers.includes(null) ? null : (answers[0] ?? null);
}
