import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { fallE8 } from '#lib/formulas/drawdown.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { MOST_TAPED_CALLS, NO_TAPE } from '#server/exchange/bots/tape-recorder.ts';
import type { ForkChange, ForkOutcome } from '#server/exchange/forks/fork-shape.ts';
import type { MarketFeed } from '#server/exchange/market/feed.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { kindsOfRun } from '#tests/support/kinds-of-run.ts';
import { closeParams } from './closed-params.ts';
import { crashFeed } from './exchange-crash-feed.ts';
import { MORNING_MS, openTestExchange, startGrid, type TestExchange, type Who } from './exchange-fixture.ts';
import { KIND_BODIES, priceAt, rowOf, shownActions, startKind } from './exchange-kind-bodies.ts';
import { compared, forkedHere, MINUTE_MS } from './fork-bench.ts';
import { temporaryFolder } from './store-fixture.ts';

const WAIT = { timeout: 120_000, interval: 10 };
const HOUR_MS = 3_600_000;
const COPIER = 10_002;
const amountText = (units: bigint | null) => (units === null ? '' : formatAmount(units));

/** Asks for a fork over HTTP and waits for what comes of it. */
async function forked(exchange: TestExchange, who: Who, id: number, body: Readonly<Record<string, unknown>>) {
  expect(await exchange.send('startFork', { who, path: { id }, body })).toMatchObject({ code: 200 });
  const ask = async () => (await exchange.send('fork', { who, path: { id } })).data;
  await expect.poll(async () => (await ask()).status, WAIT).toBe('done');
  const { result } = await ask();
  // The thread's own code once more in this one, where faults can be planted in it.
  const { time, ...said } = body;
  const here = await forkedHere(exchange, id, Math.floor(Number(time) / 60) * MINUTE_MS, said);
  const word = here.type === 'gap' ? here.gap : here.type;
  expect([result.outcome, result.refusal?.issue]).toEqual([
    word,
    here.type === 'refused' ? here.refusal.data?.issue : undefined,
  ]);
  return result;
}

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

describe('the fork of a bot', () => {
  it.each(kindsOfRun(1))(
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
      expect(formatAmount(life.equity)).toBe(amountText(real));
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
      await real.exchange.pass(10 * HOUR_MS, 2 * MINUTE_MS);
      const made = compared(await forkedHere(real.exchange, real.id, real.timeMs, null));

      const { exchange, id, change: asked, timeMs } = await begun();
      await exchange.pass(10 * HOUR_MS, 2 * MINUTE_MS);
      const { life, fork, was } = compared(await forkedHere(exchange, id, timeMs, asked));
      expect(formatAmount(fork.equity)).toBe(amountText(made.real));
      expect(fork.finish).toEqual(made.life.finish);
      // A total stop of a bot by conditions is 10 % at least: hours do not bring it.
      expect(life.equity === fork.equity).toBe(factsOf(kind).usesConditions);
      expect(Object.keys(was)).toEqual(expect.arrayContaining(Object.keys(asked)));
    },
  );
});

describe('the moment of a fork', () => {
  it('may be before a bot opens: it waits for its trigger then, and the fork opens with other exits', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const near = { trigger_price: priceAt(exchange, 'BTC_USDT', 0.9995) };
    const id = await startKind(exchange, who, 'martingale', { params: near });
    await exchange.pass(MINUTE_MS - 1_000);
    const thenMs = exchange.clock.nowMs();
    expect((await rowOf(exchange, who, id, 'martingale')).step).toBe('wait-touch');
    await exchange.pass(6 * HOUR_MS, MINUTE_MS);
    const { life, fork, real } = compared(await forkedHere(exchange, id, thenMs, { stop_profit: '0.002' }));
    expect([life.equity, life.fills > 2]).toEqual([real, true]);
    expect(fork.fills).toBeGreaterThan(life.fills);
  });

  it('has to be of the bot’s life', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    await exchange.pass(10_000);
    const id = await startGrid(exchange, who);
    const beganS = MORNING_MS / 1000 + 10;
    await exchange.pass(HOUR_MS, MINUTE_MS);
    const path = { id };
    const nowS = exchange.clock.nowMs() / 1000;
    for (const time of [beganS - 60, Math.floor(nowS / 60) * 60, nowS + 60]) {
      const refused = await exchange.send('startFork', { who, path, body: { time, stop_loss: '1' } });
      expect(refused).toMatchObject({ code: 422, data: { field: 'time', issue: 'fork-time' } });
    }
    // Within the minute in which it was made there was none yet.
    const early = await forked(exchange, who, id, { time: beganS + 1, stop_loss: '1' });
    expect(early).toMatchObject({ outcome: 'not-begun', comparison: null });
    await exchange.send('cancelGrid', { who, path, body: { fundpass: 'paper-fund' } });
    await exchange.pass(10 * MINUTE_MS, MINUTE_MS);
    const late = { time: nowS + 300, stop_loss: '1' };
    expect(await exchange.send('startFork', { who, path, body: late })).toMatchObject({ code: 422 });
    expect(await forkedHere(exchange, id, exchange.clock.nowMs() - 5 * MINUTE_MS, {})).toMatchObject({ gap: 'over' });
  });

  it('after an edit is of the bot as it was then; a later edit of the same is left out, of other params it is made in both', async () => {
    const folder = temporaryFolder();
    const first = await openTestExchange(folder);
    const who = await first.trader();
    const id = await startKind(first, who, 'spot_grid');
    const at = (factor: number) => priceAt(first, 'BTC_USDT', factor);
    await first.pass(HOUR_MS - 1_000, MINUTE_MS);
    const [low, tight, deep] = [at(0.9), { low_price: at(0.985), high_price: at(1.015), grid_num: '12' }, at(0.8)];
    const beforeMs = first.clock.nowMs();
    await first.pass(HOUR_MS, MINUTE_MS);
    await change(first, who, id, { stop_loss: low });
    await first.pass(HOUR_MS, MINUTE_MS);
    const betweenMs = first.clock.nowMs();
    await first.pass(HOUR_MS, MINUTE_MS);
    await change(first, who, id, tight);
    await first.pass(HOUR_MS, MINUTE_MS);
    const afterMs = first.clock.nowMs();
    await first.pass(4 * HOUR_MS, MINUTE_MS);

    const before = compared(await forkedHere(first, id, beforeMs, { stop_loss: deep }));
    expect(before.was).toMatchObject({ stop_loss: '', grid_num: '20' });
    expect(before.life.later).toEqual({ made: 2, refused: 0, held: 0 });
    expect(before.fork.later).toEqual({ made: 1, refused: 0, held: 1 });
    // Neither stop was reached, and the range is changed in both.
    expect([before.life.equity, before.fork.equity]).toEqual([before.real, before.real]);
    const between = compared(await forkedHere(first, id, betweenMs, { grid_num: '30' }));
    expect(between.was).toMatchObject({ stop_loss: low, grid_num: '20' });
    expect(between.life.equity).toBe(between.real);
    // The lines are its own; where they lie is changed all the same.
    expect(between.fork.later).toEqual({ made: 1, refused: 0, held: 0 });
    expect(between.fork.equity).not.toBe(between.life.equity);
    const after = compared(await forkedHere(first, id, afterMs, { stop_loss: at(0.5) }));
    expect(after.was).toMatchObject({ ...tight, stop_loss: low });
    expect(after.fork.later).toEqual({ made: 0, refused: 0, held: 0 });

    // As a program before this one wrote it: what the bot was until its first edit is not known.
    await first.kill();
    const raw = new DatabaseSync(join(folder, 'exchange.db'));
    const tapes = raw.prepare(
      "SELECT sequence, value FROM journal WHERE stream = 'bot_tape' AND value LIKE '%\"was\"%'",
    );
    for (const { sequence, value } of tapes.all()) {
      const written = String(value).replace(/,"was":\{[^}]*\}/, '');
      raw.prepare('UPDATE journal SET value = ? WHERE sequence = ?').run(written, sequence as number);
    }
    raw.close();
    const exchange = await openTestExchange(folder, { clock: first.clock });
    expect(await forkedHere(exchange, id, betweenMs, { grid_num: '30' })).toMatchObject({ gap: 'unkept' });
    expect(await forkedHere(exchange, id, afterMs, { stop_loss: at(0.5) })).toMatchObject({ type: 'compared' });
  });
});

describe('what came after the moment', () => {
  it('is done in both lives: pause, going on, profit taken out and the end, to the last unit where the minutes are the bot’s own', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const id = await startKind(exchange, who, 'spot_grid');
    const path = { id };
    await exchange.pass(2 * HOUR_MS - 1_000, MINUTE_MS);
    const thenMs = exchange.clock.nowMs();
    await exchange.pass(HOUR_MS, MINUTE_MS);
    await exchange.send('pauseGrid', { who, path, body: {} });
    await exchange.pass(HOUR_MS, MINUTE_MS);
    await exchange.send('continueGrid', { who, path, body: {} });
    await exchange.pass(HOUR_MS, MINUTE_MS);
    const query = { strategy_id: id, strategy_type: 'spot_grid' };
    const { data } = await exchange.send('withdrawable', { who, query });
    const body = { id, strategy_type: 'spot_grid', amount: data.unsettled_profit, fundpass: 'paper-fund' };
    expect(await exchange.send('withdrawProfit', { who, body })).toMatchObject({ code: 200 });
    await exchange.pass(HOUR_MS, MINUTE_MS);
    await exchange.send('cancelGrid', { who, path, body: { fundpass: 'paper-fund' } });
    const endMs = exchange.clock.nowMs();
    await exchange.pass(5 * HOUR_MS, MINUTE_MS);
    const few = { low_price: priceAt(exchange, 'BTC_USDT', 0.9), high_price: priceAt(exchange, 'BTC_USDT', 1.1) };
    const { life, fork, real, toMs } = compared(await forkedHere(exchange, id, thenMs, { ...few, grid_num: '3' }));
    expect(formatAmount(life.equity)).toBe(amountText(real));
    expect([life.finish?.timeMs, fork.finish?.timeMs]).toEqual([endMs, endMs]);
    expect(life.later).toEqual({ made: 4, refused: 0, held: 0 });
    // So few lines have not earned what was taken out.
    expect(fork.later).toEqual({ made: 3, refused: 1, held: 0 });
    // Where its owner ended it there is nothing beyond.
    expect(toMs).toBe(endMs + MINUTE_MS);
  });

  it('is not of the comparison beyond its last whole minute, in what the bot really came to either', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const id = await startKind(exchange, who, 'spot_grid');
    await exchange.pass(2 * HOUR_MS - 1_000, MINUTE_MS);
    const thenMs = exchange.clock.nowMs();
    await exchange.pass(HOUR_MS, MINUTE_MS);
    const lastMs = exchange.clock.nowMs();
    await exchange.pass(20_000, 20_000);
    await exchange.send('cancelGrid', { who, path: { id }, body: { fundpass: 'paper-fund' } });
    const { life, real, toMs } = compared(await forkedHere(exchange, id, thenMs, null));
    expect([toMs, life.finish, life.later]).toEqual([lastMs, null, { made: 0, refused: 0, held: 0 }]);
    expect(formatAmount(life.equity)).toBe(amountText(real));
  });

  it('is margin that came in and went out of a contract’s account as well, which is no profit', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const id = await startKind(exchange, who, 'futures_grid');
    const path = { id };
    await exchange.pass(MINUTE_MS - 1_000);
    const thenMs = exchange.clock.nowMs();
    await exchange.pass(2 * HOUR_MS, MINUTE_MS);
    const more = { asset: 'USDT', amount: '400', fundpass: 'paper-fund' };
    expect(await exchange.send('increaseGridBalance', { who, path, body: more })).toMatchObject({ code: 200 });
    await exchange.pass(HOUR_MS, MINUTE_MS);
    const less = { amount: '150', fundpass: 'paper-fund' };
    expect(await exchange.send('reduceMargin', { who, path, body: less })).toMatchObject({ code: 200 });
    await exchange.pass(4 * HOUR_MS, MINUTE_MS);
    const { life, fork, real } = compared(await forkedHere(exchange, id, thenMs, { stop_loss: '0.19' }));
    expect(life.later.made).toBe(2);
    expect([life.equity, fork.equity]).toEqual([real, real]);
    expect(life.profit < 200_00000000n && life.profit > -200_00000000n).toBe(true);
    // As the exchange has measured it all along.
    const row = await rowOf(exchange, who, id, 'futures_grid');
    expect(formatAmount(fallE8(life.fall))).toBe(row.max_draw_down);
  });

  it('is the end of a liquidated bot in its own life, and not in one that would have bought less', async () => {
    const feed = crashFeed(createSimulatedFeed({ seed: 'exchange-tests' }), MORNING_MS + 10 * MINUTE_MS + 30_000, 0.8);
    const exchange = await openTestExchange(temporaryFolder(), { feed });
    const who = await exchange.trader();
    const at = (factor: number) => priceAt(exchange, 'BTC_USDT@USDT', factor);
    const bold = {
      side: 'buy',
      money: '1000',
      leverage: '10',
      grid_num: '2',
      low_price: at(0.999),
      high_price: at(1.02),
    };
    const id = await startKind(exchange, who, 'futures_grid', bold);
    await exchange.pass(5 * MINUTE_MS - 1_000, MINUTE_MS);
    const thenMs = exchange.clock.nowMs();
    await exchange.pass(40 * MINUTE_MS, MINUTE_MS);
    const row = await rowOf(exchange, who, id, 'futures_grid');
    expect(row.finish_as).toBe('liquidated');
    const wide = { low_price: at(0.5), high_price: at(1.02), grid_num: '40' };
    const result = await forked(exchange, who, id, { time: thenMs / 1000, ...wide });
    expect(result.refusal).toBeNull();
    const { life, fork, real_equity: real, curve, to } = result.comparison;
    expect(life).toMatchObject({ finish_as: 'liquidated', finish_time: row.finish_time, equity: real });
    expect(fork.finish_as).toBe('');
    expect(Number(fork.profit)).toBeGreaterThan(Number(life.profit));
    expect(Number(life.max_draw_down)).toBeGreaterThan(Number(fork.max_draw_down));
    // What ended itself is looked at to the present: the other life might have gone on.
    expect(to).toBe(Math.floor(exchange.clock.nowMs() / MINUTE_MS) * 60);
    expect(curve.at(-1)).toEqual({ time: to, life: life.profit, fork: fork.profit });
  });
});

describe('what a fork does not know, or does not do', () => {
  it('is a change that would have been refused then, in the words of an edit', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const id = await startKind(exchange, who, 'spot_grid');
    await exchange.pass(HOUR_MS - 1_000, MINUTE_MS);
    const time = exchange.clock.nowMs() / 1000;
    const path = { id };
    const wrong = { stop_loss: priceAt(exchange, 'BTC_USDT', 1.5) };
    const { code, data } = await exchange.send('changeGridParams', {
      who,
      path,
      body: { ...wrong, fundpass: 'paper-fund' },
    });
    await exchange.pass(MINUTE_MS);
    expect(await forked(exchange, who, id, { time, ...wrong })).toMatchObject({
      outcome: 'refused',
      refusal: { code, field: data.field, issue: data.issue },
    });
    const nothing = { outcome: 'refused', refusal: { code: 409, issue: 'change-nothing' } };
    expect(await forked(exchange, who, id, { time })).toMatchObject(nothing);
    expect(await forked(exchange, who, id, { time, stop_loss: '' })).toMatchObject(nothing);
    const far = { low_price: priceAt(exchange, 'BTC_USDT', 0.97), high_price: priceAt(exchange, 'BTC_USDT', 1.03) };
    expect(await forked(exchange, who, id, { time, ...far, grid_num: '999' })).toMatchObject({
      outcome: 'refused',
      refusal: { code: 422 },
    });
    // A kind of which nothing is changed while it runs.
    const fixed = await startKind(exchange, who, 'spot-future-arbitrage');
    await exchange.pass(3 * MINUTE_MS);
    const later = Math.floor(exchange.clock.nowMs() / MINUTE_MS) * 60 - 60;
    expect(await forked(exchange, who, fixed, { time: later, stop_loss: '1' })).toMatchObject({
      outcome: 'refused',
      refusal: { code: 409, issue: 'bot-not-changeable' },
    });
  });

  it('is the market of a time whose minutes are not kept: it says from when they are, and counts those that lack', async () => {
    const whole = createSimulatedFeed({ seed: 'exchange-tests' });
    const [keptMs, gap] = [MORNING_MS + 2 * HOUR_MS, MORNING_MS + 3 * HOUR_MS];
    let isLost = false;
    const feed: MarketFeed = {
      ...whole,
      spec: (instrument) => whole.spec(instrument),
      minutes: (...asked) => {
        const columns = whole.minutes(...asked);
        const { startMs, open } = columns;
        for (let i = 0; isLost && i < open.length; i += 1) {
          const ms = startMs + i * MINUTE_MS;
          if (ms < keptMs || (ms >= gap && ms < gap + 5 * MINUTE_MS)) open[i] = -1;
        }
        return columns;
      },
    };
    const exchange = await openTestExchange(temporaryFolder(), { feed });
    const id = await startKind(exchange, await exchange.trader(), 'spot_grid');
    await exchange.pass(6 * HOUR_MS, 2 * MINUTE_MS);
    isLost = true;
    const stop = { stop_loss: priceAt(exchange, 'BTC_USDT', 0.5) };
    expect(await forkedHere(exchange, id, MORNING_MS + HOUR_MS, stop)).toEqual({
      type: 'gap',
      gap: 'no-candles',
      knownFromMs: keptMs + MINUTE_MS,
    });
    const { unknownMinutes, life } = compared(await forkedHere(exchange, id, keptMs + HOUR_MS / 2, stop));
    expect(unknownMinutes).toBe(5);
    expect(life.fills).toBeGreaterThan(0);
  });

  it('is a bot without a tape, or beyond the end of a full one', async () => {
    const folder = temporaryFolder();
    const first = await openTestExchange(folder);
    const id = await startKind(first, await first.trader(), 'spot_grid');
    await first.pass(3 * HOUR_MS - 1_000, MINUTE_MS);
    const stop = { stop_loss: priceAt(first, 'BTC_USDT', 0.5) };
    const nowMs = first.clock.nowMs();
    await first.kill();
    const write = async (taped: number) => {
      const raw = new DatabaseSync(join(folder, 'exchange.db'));
      const sql = "UPDATE item SET value = json_set(value, '$.record.taped', ?) WHERE collection = 'bots' AND key = ?";
      raw.prepare(sql).run(taped, `${id}`);
      raw.close();
      const exchange = await openTestExchange(folder, { clock: first.clock });
      const told = async (timeMs: number) => forkedHere(exchange, id, timeMs, stop);
      const outcomes = [await told(MORNING_MS + HOUR_MS), await told(nowMs - MINUTE_MS)];
      await exchange.kill();
      return outcomes;
    };
    const [full, beyond] = await write(MOST_TAPED_CALLS);
    const { isTapeFull, toMs, life, real } = compared(full as ForkOutcome);
    expect([isTapeFull, toMs < nowMs, real]).toEqual([true, true, null]);
    expect(life.fills).toBeGreaterThan(0);
    expect(beyond).toMatchObject({ gap: 'tape-full' });
    expect(await write(NO_TAPE)).toMatchObject([{ gap: 'no-tape' }, { gap: 'no-tape' }]);
  });

  it('is a tape that today’s engine does not follow', async () => {
    const folder = temporaryFolder();
    const first = await openTestExchange(folder);
    const id = await startKind(first, await first.trader(), 'spot_grid');
    await first.pass(HOUR_MS, MINUTE_MS);
    await first.kill();
    const raw = new DatabaseSync(join(folder, 'exchange.db'));
    raw.prepare("UPDATE journal SET value = value || '\na1' WHERE stream = 'bot_tape' AND key = ?").run(`${id}`);
    raw.close();
    const exchange = await openTestExchange(folder, { clock: first.clock });
    expect(await forkedHere(exchange, id, MORNING_MS + HOUR_MS / 2, {})).toMatchObject({ gap: 'off-tape' });
  });

  it('is another’s, or a copy whose parameters are closed; one of an owner runs at once, and it can be ended (H54)', async () => {
    const folder = temporaryFolder();
    const first = await openTestExchange(folder);
    const ids = [await startGrid(first, await first.trader()), await startGrid(first, await first.trader())];
    const copy = await startGrid(first, await first.trader('copier'));
    await first.pass(HOUR_MS, MINUTE_MS);
    await first.kill();
    closeParams(folder, ({ ownerId }) => (ownerId === COPIER ? { followId: ids[0] } : {}));
    const exchange = await openTestExchange(folder, { clock: first.clock });
    const [who, other] = [await exchange.trader(), await exchange.trader('copier')];
    const [path, second] = [{ id: ids[0] ?? 0 }, { id: ids[1] ?? 0 }];
    const body = { time: MORNING_MS / 1000 + 600, stop_loss: priceAt(exchange, 'BTC_USDT', 0.5) };
    for (const name of ['startFork', 'fork', 'cancelFork'] as const) {
      const sent = name === 'startFork' ? { body } : {};
      expect((await exchange.send(name, { who: other, path, ...sent })).code).toBe(403);
      expect((await exchange.send(name, { path, ...sent })).code).toBe(401);
      expect((await exchange.send(name, { who, path: { id: 999_999 }, ...sent })).code).toBe(404);
      const closed = await exchange.send(name, { who: other, path: { id: copy }, ...sent });
      expect(closed).toMatchObject({ code: 409, data: { issue: 'bot-not-changeable' } });
    }
    expect((await exchange.send('fork', { who, path })).data).toMatchObject({ status: 'none', result: null });
    expect((await exchange.send('startFork', { who, path, body })).code).toBe(200);
    for (const one of [second, path]) {
      expect(await exchange.send('startFork', { who, path: one, body })).toMatchObject({
        code: 409,
        data: { issue: 'fork-running' },
      });
    }
    expect((await exchange.send('cancelFork', { who, path })).code).toBe(200);
    expect((await exchange.send('fork', { who, path })).data).toMatchObject({ status: 'cancelled', result: null });
    expect((await exchange.send('cancelFork', { who, path })).code).toBe(409);
    expect(await forked(exchange, who, ids[0] ?? 0, body)).toMatchObject({ outcome: 'compared' });
  });
});
