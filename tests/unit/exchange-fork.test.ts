import { describe, expect, it } from 'vitest';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { Fork } from '#server/exchange/forks/fork.ts';
import { forkBot } from '#server/exchange/forks/fork-bot.ts';
import type { ForkChange, ForkOutcome, ForkResult } from '#server/exchange/forks/fork-shape.ts';
import { openTestExchange, type TestExchange, type Who } from './exchange-fixture.ts';
import { KIND_BODIES, priceAt, shownActions, startKind } from './exchange-kind-bodies.ts';
import { temporaryFolder } from './store-fixture.ts';

const WAIT = { timeout: 20_000, interval: 10 };
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const FOLLOWING = { isOver: () => false, onProgress: () => {} };

/** The fork as its thread works it out, in this thread, where faults can be planted in it. Null: no change. */
async function forkedHere(exchange: TestExchange, id: number, timeMs: number, change: ForkChange | null) {
  let fork: Fork | null = null;
  const thread = {
    ask: async (told: Parameters<Fork['answer']>[0]) => {
      if (told.do === 'begin') fork = new Fork(told);
      return (fork as Fork).answer(told);
    },
  };
  const untilMs = Math.floor(exchange.clock.nowMs() / MINUTE_MS) * MINUTE_MS;
  const { store, feed } = exchange;
  return forkBot({ store, feed, thread }, id, { timeMs, untilMs, change }, FOLLOWING);
}

function compared(outcome: ForkOutcome): ForkResult {
  if (outcome.type !== 'compared') throw new Error(JSON.stringify(outcome));
  return outcome.result;
}

/** Asks for a fork over HTTP and waits for what comes of it. */
async function forked(exchange: TestExchange, who: Who, id: number, body: Readonly<Record<string, unknown>>) {
  expect(await exchange.send('startFork', { who, path: { id }, body })).toMatchObject({ code: 200 });
  const ask = async () => (await exchange.send('fork', { who, path: { id } })).data;
  await expect.poll(async () => (await ask()).status, WAIT).toBe('done');
  return (await ask()).result;
}

describe('the fork of a bot', () => {
  it.each(Object.keys(KIND_BODIES) as RunnableKind[])(
    'of %s without a change is the life that it had, to the last unit, over a kill and a time away',
    async (kind) => {
      const folder = temporaryFolder();
      const first = await openTestExchange(folder);
      const id = await startKind(first, await first.trader(), kind);
      await first.pass(2 * HOUR_MS, 2 * MINUTE_MS);
      const thenMs = Math.floor(first.clock.nowMs() / MINUTE_MS) * MINUTE_MS;
      await first.kill();
      first.clock.advance(10 * HOUR_MS);
      const exchange = await openTestExchange(folder, { clock: first.clock });
      await exchange.pass(10 * MINUTE_MS, MINUTE_MS);
      const { life, fork, real, points, unknownMinutes } = compared(await forkedHere(exchange, id, thenMs, null));
      expect(fork).toEqual(life);
      expect(points.every((point) => point.life === point.fork)).toBe(true);
      expect(unknownMinutes).toBe(0);
      expect(formatAmount(life.equity)).toBe(formatAmount(real));
    },
  );

  it.each(CHANGEABLE)(
    'of %s with a change is the bot whose owner has made that change at that moment, to the last unit',
    async (kind) => {
      const begun = async () => {
        const exchange = await openTestExchange(temporaryFolder());
        const who = await exchange.trader();
        const id = await startKind(exchange, who, kind);
        await exchange.pass(2 * HOUR_MS - 1_000, 2 * MINUTE_MS);
        return { exchange, who, id, change: changeOf(exchange, kind), timeMs: exchange.clock.nowMs() };
      };
      const real = await begun();
      expect(real.timeMs % MINUTE_MS).toBe(0);
      await change(real.exchange, real.who, real.id, real.change);
      await real.exchange.pass(14 * HOUR_MS, 2 * MINUTE_MS);
      const made = compared(await forkedHere(real.exchange, real.id, real.timeMs, null));

      const { exchange, who, id, change: asked, timeMs } = await begun();
      await exchange.pass(14 * HOUR_MS, 2 * MINUTE_MS);
      const { life, fork, was } = compared(await forkedHere(exchange, id, timeMs, asked));
      expect(formatAmount(fork.equity)).toBe(formatAmount(made.real));
      expect(fork.finish).toEqual(made.life.finish);
      // A total stop of a bot by conditions is 10 % at least: hours do not bring it.
      expect(life.equity === fork.equity).toBe(factsOf(kind).usesConditions);
      expect(Object.keys(was)).toEqual(expect.arrayContaining(Object.keys(asked)));
      const told = await forked(exchange, who, id, { time: timeMs / 1000, ...asked });
      expect(told).toMatchObject({
        outcome: 'compared',
        comparison: {
          life: { equity: formatAmount(life.equity), fills: life.fills },
          fork: { equity: formatAmount(fork.equity), fills: fork.fills },
        },
      });
    },
  );
});

const CHANGEABLE = (Object.keys(KIND_BODIES) as RunnableKind[]).filter((kind) => factsOf(kind).stops !== null);

/** What the owner of a bot of a kind may change, so that it makes a difference within hours. */
function changeOf(exchange: TestExchange, kind: RunnableKind): ForkChange {
  const { stops, range, usesConditions } = factsOf(kind);
  const { instrument } = KIND_BODIES[kind];
  if (range === 'prices') {
    const [low_price, high_price] = [priceAt(exchange, instrument, 0.985), priceAt(exchange, instrument, 1.015)];
    return { low_price, high_price, grid_num: '12' };
  }
  if (range === 'fractions') return { low_price: '0.002', high_price: '0.002' };
  if (stops?.of === 'round') return { stop_profit: '0.004', ...(stops.loss === null ? {} : { stop_loss: '0.19' }) };
  // Of a bot whose parts were gained or lost already it would be refused; of contracts by conditions there is no take profit.
  return usesConditions ? { stop_loss: '0.1' } : { stop_loss: '0.15', stop_profit: '0.0125' };
}

async function change(exchange: TestExchange, who: Who, id: number, asked: ForkChange): Promise<void> {
  const path = { id };
  const body = { ...asked, fundpass: 'paper-fund' };
  const plan = 'low_price' in asked ? await exchange.send('investPlan', { who, path, body: asked }) : null;
  const actions = plan === null ? {} : { actions: shownActions(plan.data.plans[0].actions) };
  expect(await exchange.send('changeGridParams', { who, path, body: { ...body, ...actions } })).toMatchObject({
    code: 200,
  });
}
