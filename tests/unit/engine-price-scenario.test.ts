import { describe, expect, it } from 'vitest';
import { runMove, runOpening, type ScenarioBot } from '#lib/backtest/price-scenario.ts';
import { type RunningBot, StraightMove } from '#lib/backtest/running-move.ts';
import { feedsOf } from '#lib/engine/bot-feeds.ts';
import { EQUITY_SCALE } from '#lib/engine/machine.ts';
import { createMarketsView } from '#lib/engine/markets-view.ts';
import { type RunnableKind, STRATEGIES } from '#lib/kinds/definitions.ts';
import { KIND_FACTS } from '#lib/kinds/facts.ts';
import { MACHINES } from '#lib/kinds/machines.ts';
import { parseAmount } from '#lib/money/amount.ts';
import { instrumentOf } from '#lib/money/market-spec.ts';
import { labBot } from '#tests/support/lab-bots.ts';
import { KIND_CASES } from './strategies-kind-cases.ts';

const NOW = Date.UTC(2026, 0, 5, 12, 30, 20);

const KINDS = Object.keys(STRATEGIES) as RunnableKind[];

describe('what a bot would do if it were started now (H52)', () => {
  it.each(KINDS)('is told of a %s at every move, by the engine itself', (kind) => {
    const bot = labBot(kind);
    expect(() => runOpening(bot, null, NOW)).not.toThrow();
    const results = [-0.3, -0.2, -0.1, 0.1, 0.2, 0.3].map((by) => runMove(bot, { by }, null, NOW));
    for (const { rate, ticks } of results) {
      expect(Number.isFinite(rate)).toBe(true);
      expect(ticks).toBeGreaterThan(0);
    }
  });

  it('is what a spot grid buys at once, what that costs, and the orders that it leaves', () => {
    const opening = runOpening(labBot('spot_grid'), null, NOW);
    expect(opening.trades).toMatchObject([{ instrument: 'BTC_USDT', side: 'buy' }]);
    const [trade] = opening.trades;
    // Paid at about the present price.
    const price = Number(trade?.quote) / Number(trade?.quantity);
    expect(price).toBeGreaterThan(59_999);
    expect(price).toBeLessThan(60_100);
    expect(opening.fees).toMatchObject([{ asset: 'BTC' }]);
    expect(opening.restingBuys).toBeGreaterThan(0);
    expect(opening.restingSells).toBeGreaterThan(0);
    expect(opening.borrowed).toEqual([]);
  });

  it('names a margin grid’s loan', () => {
    const opening = runOpening(labBot('margin_grid'), null, NOW);
    expect(opening.borrowed.length).toBeGreaterThan(0);
  });

  it('is nothing while a bot waits for its trigger', () => {
    const opening = runOpening(labBot('spot_grid', { trigger_price: '55000' }), null, NOW);
    expect([opening.trades, opening.restingBuys]).toEqual([[], 0]);
  });

  it('ends a leveraged long that falls far enough, with no more than its margin lost', () => {
    const bot = labBot('futures_grid', { leverage: '10', side: 'buy', low_price: '50000', high_price: '70000' });
    const fall = runMove(bot, { by: -0.3 }, null, NOW);
    expect(fall.finish).toBe('liquidated');
    expect(fall.rate).toBeLessThan(-0.5);
    expect(fall.rate).toBeGreaterThanOrEqual(-1);
  });

  it('loses more the farther a spot grid falls, and ends exactly where it is told to', () => {
    const bot = labBot('spot_grid');
    const [ten, thirty] = [-0.1, -0.3].map((by) => runMove(bot, { by }, null, NOW));
    expect(thirty?.profit as bigint).toBeLessThan(ten?.profit as bigint);
    expect(ten?.ticks).toBe(540_000);
    expect(runMove(bot, { toTicks: 480_000 }, null, NOW).ticks).toBe(480_000);
    const money = parseAmount(KIND_CASES.spot_grid.good.money ?? '') ?? 0n;
    expect(-(thirty?.profit as bigint)).toBeLessThan(money);
  });

  it('goes on from known minutes, and does not change them', () => {
    const bot = labBot('macd');
    const count = 3_000;
    const wave = Int32Array.from({ length: count }, (_, i) => 600_000 + Math.round(20_000 * Math.sin(i / 200)));
    const candles = {
      startMs: NOW - (NOW % 60_000) - count * 60_000,
      stepMs: 60_000,
      open: wave,
      high: wave,
      low: wave,
      close: wave,
    };
    const before = Array.from(wave);
    const instrument = instrumentOf(bot.params.spec);
    const known = { [instrument]: { candles } };
    const result = runMove({ ...bot, prices: { [instrument]: wave.at(-1) ?? 1 } }, { by: -0.2 }, known, NOW);
    expect(result.ticks).toBe(Math.round((wave.at(-1) ?? 1) * 0.8));
    expect(Array.from(wave)).toEqual(before);
  });
});

/** A machine of the bot that has just begun, as it is written down. */
function begun({ kind, params, prices }: ScenarioBot, timeMs: number): RunningBot & { readonly start: bigint } {
  const present = feedsOf(params.spec).map(({ market }) => prices[market] ?? 0);
  const flat = (ticks: number) => new Int32Array(721).fill(ticks);
  const columns = Object.fromEntries(
    Object.entries(prices).map(([instrument, ticks]) => {
      const [open, high, low, close] = [flat(ticks), flat(ticks), flat(ticks), flat(ticks)];
      return [instrument, { candles: { startMs: timeMs - 721 * 60_000, stepMs: 60_000, open, high, low, close } }];
    }),
  );
  const sink = { fill: () => {}, order: () => {}, operation: () => {}, finish: () => {} };
  const machine = MACHINES[kind].engine.create(params as never, createMarketsView(params.spec, columns), sink);
  machine.start(present, timeMs);
  const start = machine.equity(present).start / EQUITY_SCALE;
  return { kind, params, snapshot: JSON.parse(JSON.stringify(machine.snapshot())), prices: present, start };
}

describe('what a running bot would come to', () => {
  const now = Math.floor(NOW / 60_000) * 60_000;
  it.each(KINDS.filter((kind) => !KIND_FACTS[kind].usesConditions))(
    'is, of a %s that has just begun, what one that begins would: the same move, the same engine',
    (kind) => {
      const bot = labBot(kind);
      const running = begun(bot, now);
      for (const by of [-0.3, -0.1, 0.1, 0.3]) {
        const fresh = runMove(bot, { by }, null, now);
        const { equity, finish } = new StraightMove(by, now).take(running);
        expect([by, finish]).toEqual([by, fresh.finish]);
        const apart = equity - running.start - fresh.profit;
        // Rounded down apart: a unit. A mark that is a minute older liquidates at another price.
        const most = finish === 'liquidated' ? running.start / 500n : 1n;
        expect([by, apart >= -most && apart <= most]).toEqual([by, true]);
      }
    },
  );

  it('leaves the bot itself as it was, however often copies of it are taken along', () => {
    const running = begun(labBot('spot_grid'), now);
    const before = JSON.stringify(running.snapshot);
    const first = new StraightMove(-0.2, now).take(running);
    expect(new StraightMove(-0.2, now).take(running)).toEqual(first);
    expect(JSON.stringify(running.snapshot)).toBe(before);
  });

  it('has no condition met by candles that nobody has seen: an indicator bot keeps what it holds', () => {
    const running = begun(labBot('macd'), now);
    const [up, down] = [0.3, -0.3].map((by) => new StraightMove(by, now).take(running));
    // It held nothing.
    expect(up).toEqual(down);
  });
});
