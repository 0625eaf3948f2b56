import { setTimeout as delay } from 'node:timers/promises';
import { describe, it } from 'vitest';
import { IS_ON_POSTGRES } from '#tests/support/postgres-of-folder.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { isNightly, runs } from '#tests/support/runs.ts';
import { temporaryFolder } from '../unit/store-fixture.ts';
import { auditAccountBook, auditDisk, countFills } from './crash-audit.ts';
import { ask, readyTrader, type SentCall, send } from './crash-client.ts';
import {
  askAgain,
  type Load,
  nextCall,
  note,
  prepare,
  readPrices,
  resolveUnanswered,
  seededRandom,
} from './crash-load.ts';
import { type ExchangeProcess, startExchange } from './crash-process.ts';

/** Kills of one exchange; a night is twenty exchanges of them. An ordinary run sees that a real kill works at all, on SQLite. */
const ROUNDS = runs(2, 25);
const WORLDS = runs(1, 20);
const SEED = Number(process.env.CRASH_SEED ?? 20_260_101);
const CLIENTS = 8;

/** Clients that send one call after the other until the exchange answers no more. */
async function loadUntilDead(url: string, load: Load): Promise<void> {
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      for (;;) {
        const call = nextCall(load);
        load.calls.push(call);
        note(load, call, await send(url, call));
        if (call.answer === null) return;
        // Its allowance is used up: the trader waits instead of hammering.
        if (call.answer.code === 429) await delay(20);
      }
    }),
  );
}

/** Now and then the exchange dies again while it starts. */
async function restart(dataDir: string, random: () => number): Promise<ExchangeProcess> {
  if (random() < 0.2) await startExchange({ dataDir, killAfterMs: Math.floor(random() * 1500) });
  const started = await startExchange({ dataDir });
  if (started === null) throw new Error('the exchange did not start');
  return started;
}

/** One exchange through all its deaths; gives the line that sums it up. */
async function killRounds(dataDir: string, seed: number): Promise<string> {
  const random = seededRandom(seed);
  let exchange = await restart(dataDir, () => 1);
  const load = await prepare((account, password) => readyTrader(exchange.url, account, password), random);
  let unanswered = 0;
  for (let round = 1; round <= ROUNDS; round += 1) {
    load.prices = await readPrices((path) => ask(exchange.url, 'GET', path));
    const dead = loadUntilDead(exchange.url, load);
    await delay(40 + random() * 400);
    await exchange.kill();
    await dead;
    expect(await auditDisk(dataDir, load.calls), `round ${round}, seed ${seed}`).toEqual([]);
    exchange = await restart(dataDir, random);
    const again = (call: SentCall) => send(exchange.url, call);
    unanswered += await resolveUnanswered(again, load);
    await askAgain(again, load);
  }
  expect(await exchange.stop()).toBe(0);
  expect(await auditDisk(dataDir, load.calls)).toEqual([]);
  expect(await auditAccountBook(dataDir)).toEqual([]);
  const done = load.calls.filter((call) => call.answer?.code === 200).length;
  // A test that never had an answer under way when it killed would prove nothing.
  expect(done).toBeGreaterThan(ROUNDS * 5);
  expect(unanswered).toBeGreaterThan(ROUNDS);
  return `crash test, seed ${seed}: ${ROUNDS} kills, ${load.calls.length} calls, ${done} done, ${unanswered} resolved by their keys, ${await countFills(dataDir)} fills`;
}

describe.runIf(isNightly || !IS_ON_POSTGRES)('kill -9 at any moment under load', () => {
  for (let world = 0; world < WORLDS; world += 1) {
    it(
      `loses and doubles nothing that was acknowledged, ${ROUNDS} times (exchange ${world + 1})`,
      async () => {
        process.stdout.write(`${await killRounds(temporaryFolder(), SEED + world)}\n`);
      },
      ROUNDS * 20_000,
    );
  }
});
