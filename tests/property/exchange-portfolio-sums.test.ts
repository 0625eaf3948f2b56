import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, it } from 'vitest';
import { type RunningBot, StraightMove } from '#lib/backtest/running-move.ts';
import { wakeUntil } from '#lib/engine/candle-path.ts';
import type { EngineSink, MarketView, WakeSlot } from '#lib/engine/machine.ts';
import { minuteFrom } from '#lib/engine/minute-boundary.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { MACHINES } from '#lib/kinds/machines.ts';
import { UNITS_PER_COIN } from '#lib/money/amount.ts';
import type { BotBook } from '#server/exchange/bots/bot-book.ts';
import { figuresAt, profitAssetOf } from '#server/exchange/bots/bot-equity.ts';
import { isFinished } from '#server/exchange/bots/bot-record.ts';
import type { LiveBot } from '#server/exchange/bots/live-bot.ts';
import { botAccount, loanAccount } from '#server/exchange/ledger/account-names.ts';
import type { MarketFeed } from '#server/exchange/market/feed.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { createBotViews } from '#server/exchange/views/bot-views.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { runs } from '#tests/support/runs.ts';
import { TRIED_KINDS, type TriedKind } from '#tests/support/tried-kind.ts';
import { crashFeed } from '#tests/unit/exchange-crash-feed.ts';
import { MORNING_MS, openTestExchange, type TestExchange, type Who } from '#tests/unit/exchange-fixture.ts';
import { KIND_BODIES, priceAt, startKind } from '#tests/unit/exchange-kind-bodies.ts';
import { expectWhole, units } from '#tests/unit/portfolio-figures.ts';

/**
 * The sums of a portfolio over accounts that nobody thought out: several kinds with losses, liquidations, debts, hedges and an inverse
 * contract, a price that nobody knows; and what a move of all prices would do, held against the present and against a copy of a bot
 * that another hand takes to that price.
 */

const RUNS = runs(12, 100);
const DEMO = 10_001;
const MINUTE_MS = 60_000;
const REAL = createSimulatedFeed({ seed: 'exchange-tests' });
/** What became of bots in all runs: which of these must have come by. */
const met = new Set<string>();

interface Wanted {
  readonly kind: TriedKind;
  readonly isShort: boolean;
  readonly leverage: '2' | '5' | '20' | '50';
  readonly isInverse: boolean;
  readonly money: number;
}

const wanted: fc.Arbitrary<Wanted> = fc.record({
  kind: fc.constantFrom(...TRIED_KINDS),
  isShort: fc.boolean(),
  leverage: fc.constantFrom('2', '5', '20', '50'),
  isInverse: fc.boolean(),
  money: fc.integer({ min: 1_500, max: 4_500 }),
});

interface Life {
  readonly bots: readonly Wanted[];
  /** Factor of all prices from ten minutes after the beginning on. */
  readonly crash: number;
  readonly hours: number;
  /** Which bots are ended at the end. */
  readonly ends: readonly boolean[];
  /** Nobody knows what ether costs. */
  readonly isEtherUnlisted: boolean;
}

const life: fc.Arbitrary<Life> = fc.record({
  bots: fc.array(wanted, { minLength: 2, maxLength: 5 }),
  crash: fc.constantFrom(0.75, 0.93, 1, 1.08, 1.3),
  hours: fc.integer({ min: 1, max: 30 }),
  ends: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
  isEtherUnlisted: fc.boolean(),
});

const holdsEther = (kind: TriedKind): boolean => factsOf(kind).trades === 'portfolio';

/** What of a body is changed for a bot that is wanted so. */
function changesOf(exchange: TestExchange, { kind, isShort, leverage, isInverse, money }: Wanted): object {
  const side = isShort ? 'sell' : 'buy';
  if (kind === 'futures_grid' && isInverse) {
    const range = {
      low_price: priceAt(exchange, 'BTC_USD@BTC', 0.97),
      high_price: priceAt(exchange, 'BTC_USD@BTC', 1.03),
    };
    return { market: 'BTC_USD', instrument_type: 'futures_btc', money: `0.0${money}`, side, leverage, ...range };
  }
  if (kind === 'futures_grid') return { money: `${money}`, side, leverage };
  if (kind === 'margin_grid') return { money: `${money}`, side, leverage: leverage === '50' ? '3' : '2' };
  if (kind === 'contract-martingale') return { params: { begin_money_amount: `${money}`, side, leverage } };
  if (kind.endsWith('grid')) return { money: `${money}` };
  return { params: { begin_money_amount: `${money}` } };
}

/** Prices of this life: all of them fall or rise at once, and ether's may be unknown. */
function feedOf({ crash, isEtherUnlisted, bots }: Life): MarketFeed {
  const feed = crash === 1 ? REAL : crashFeed(REAL, MORNING_MS + 10 * MINUTE_MS, crash);
  if (!isEtherUnlisted || bots.some(({ kind }) => holdsEther(kind))) return feed;
  met.add('unlisted');
  return { ...feed, lastTicks: (market, timeMs) => (market === 'ETH_USDT' ? null : feed.lastTicks(market, timeMs)) };
}

const SILENT: EngineSink = { isQuiet: true, fill() {}, order() {}, operation() {}, finish() {} };
/** A grid without stops, trailing and loan asks for nothing on its way. */
const NOTHING_ASKED: MarketView = {
  movingAverage: () => Number.NaN,
  marketFillTicks: () => {
    throw new Error('a grid without stops has no market orders');
  },
};

/** Equity of a copy of a spot grid that is taken to a price minute by minute, by hand. */
function takenBy(bot: RunningBot<'spot_grid'>, toTicks: number, nowMs: number): bigint {
  const machine = MACHINES.spot_grid.engine.restore(bot.params, bot.snapshot, NOTHING_ASKED, SILENT);
  const from = bot.prices[0] as number;
  wakeUntil(machine, minuteFrom(nowMs), [from]);
  const slot = machine.slots[0] as WakeSlot;
  for (let step = 1; step <= 500; step += 1) {
    const ticks = step === 500 ? toTicks : Math.round(from + ((toTicks - from) * step) / 500);
    if (ticks <= slot.below || ticks >= slot.above) machine.move(0, ticks, minuteFrom(nowMs) + step * MINUTE_MS);
  }
  const { equity, scale } = { equity: machine.equity([toTicks]).equity, scale: 100_000_000n };
  return equity / scale;
}

/** Kinds that do something at a time of their own, or pay interest by it, though no price moves: it can but cost them. */
const goesByTime = (kind: TriedKind): boolean => factsOf(kind).trades !== 'market' || factsOf(kind).isOnMargin;

/** What is told of moves is of the bots as they are. */
function expectMoves(exchange: TestExchange, told: readonly Readonly<Record<string, string>>[]): void {
  const { book, views } = partsOf(exchange);
  const nowMs = exchange.clock.nowMs();
  const sums = new Map<string, bigint>();
  for (const bot of book.runningOf(DEMO) as readonly LiveBot[]) {
    const { record, machine, params, spec } = bot;
    if (machine === null || params === null || isFinished(record)) continue;
    const prices = views.prices(bot, nowMs);
    const { equity } = figuresAt(bot, prices);
    const asset = profitAssetOf(spec);
    sums.set(asset, (sums.get(asset) ?? 0n) + equity);
    if (record.status !== 'running') continue;
    const kind = record.kind as TriedKind;
    const running = { kind, params, snapshot: machine.snapshot(), prices } as RunningBot;
    const still = new StraightMove(0, nowMs).take(running);
    if (goesByTime(kind)) {
      expect(still.equity).toBeLessThanOrEqual(equity);
      expect(still.equity).toBeGreaterThan((equity * 95n) / 100n);
    } else expect([kind, still]).toEqual([kind, { equity, finish: null }]);
    expectSpotWorth(exchange, bot, equity);
    if (kind !== 'spot_grid') continue;
    for (const by of [-0.3, -0.1, 0.2]) {
      const end = Math.round((prices[0] as number) * (1 + by));
      const moved = new StraightMove(by, nowMs).take(running);
      expect([by, moved.equity]).toEqual([by, takenBy(running as RunningBot<'spot_grid'>, end, nowMs)]);
      met.add('spot move');
    }
  }
  const all = new Map<string, bigint>();
  for (const { asset = '', equity = '0' } of told) all.set(asset, (all.get(asset) ?? 0n) + units(equity));
  expect(Object.fromEntries([...all].filter(([, sum]) => sum !== 0n))).toEqual(Object.fromEntries(sums));
}

/** A spot bot's equity is what the ledger has for it at the present prices, to the unit that is cut of each coin, and less what accrues. */
function expectSpotWorth(exchange: TestExchange, { record, spec }: LiveBot, equity: bigint): void {
  if (spec.contract !== undefined || spec.companions !== undefined) return;
  if (exchange.ledger.assets(loanAccount(record.id)).size > 0) return;
  let worth = 0n;
  for (const [asset, amount] of exchange.ledger.assets(botAccount(record.id))) {
    if (asset === spec.quote) worth += amount;
    else {
      const ticks = exchange.feed.lastTicks('BTC_USDT', exchange.clock.nowMs()) as number;
      worth += (amount * BigInt(ticks) * spec.tickUnits) / UNITS_PER_COIN;
    }
  }
  const off = equity - worth;
  expect([record.kind, off >= -2n && off <= 2n]).toEqual([record.kind, true]);
  met.add('spot worth');
}

function partsOf(exchange: TestExchange) {
  const { feed, accounts } = exchange;
  const book = exchange.notifications.parts.book as BotBook;
  return { book, views: createBotViews({ feed, accounts, book }) };
}

/** A session of the end of it: one of before may be too old by then. */
async function live(exchange: TestExchange, { bots, hours, ends }: Life): Promise<Who> {
  const beginner = await exchange.trader();
  const ids: (readonly [TriedKind, number])[] = [];
  for (const one of bots)
    ids.push([one.kind, await startKind(exchange, beginner, one.kind, changesOf(exchange, one) as never)]);
  await expectWhole(exchange, beginner, DEMO);
  await exchange.pass(20 * MINUTE_MS, 20_000);
  await exchange.pass(hours * 60 * MINUTE_MS, 30 * MINUTE_MS);
  const who = await exchange.trader();
  for (const [at, [kind, id]] of ids.entries()) {
    if (!ends[at]) continue;
    const body = { fundpass: 'paper-fund' };
    // One that is over already is refused.
    await exchange.send(KIND_BODIES[kind].stop, { who, path: { id }, body });
  }
  await exchange.pass(20_000, 10_000);
  return who;
}

describe('the sums of a portfolio', () => {
  it('are of their parts, whatever the bots are and have been through; a move by nothing is the present, and a spot grid’s move is its own machine’s', async () => {
    await fc.assert(
      fc.asyncProperty(life, async (one) => {
        const folder = mkdtempSync(join(tmpdir(), 'portfolio-'));
        const exchange = await openTestExchange(folder, { feed: feedOf(one), outlivesTest: true });
        try {
          const who = await live(exchange, one);
          await expectWhole(exchange, who, DEMO);
          const { data } = await exchange.send('portfolio', { who });
          expectMoves(exchange, data.equities);
          for (const { finish_as: reason } of await rows(exchange, who)) if (reason !== '') met.add(reason);
          if (units(data.results.profit) < 0n) met.add('loss');
          for (const { short, owed } of data.exposure) {
            if (units(short) > 0n) met.add('short');
            if (units(owed) > 0n) met.add('debt');
          }
          if (data.by_asset.some(({ asset }: { asset: string }) => asset === 'BTC')) met.add('inverse');
        } finally {
          await exchange.stop();
          rmSync(folder, { recursive: true, force: true });
        }
      }),
      { numRuns: RUNS, examples: EXAMPLES.map((example) => [example] as [Life]) },
    );
  });

  afterAll(() => {
    const must = ['loss', 'short', 'debt', 'inverse', 'unlisted', 'liquidated', 'cancelled', 'spot move', 'spot worth'];
    expect(must.filter((what) => !met.has(what))).toEqual([]);
  });
});

const rows = async (exchange: TestExchange, who: Who): Promise<{ finish_as: string }[]> =>
  (await exchange.send('strategies', { who, query: { strategy_type: 'all', page_size: 500 } })).data;

const plain = { isShort: false, leverage: '5', isInverse: false, money: 2_000 } as const;
/** What has to come by, whatever chance brings. */
const EXAMPLES: readonly Life[] = [
  {
    bots: [
      { ...plain, kind: 'spot_grid' },
      { ...plain, kind: 'margin_grid' },
      { ...plain, kind: 'futures_grid', leverage: '50' },
      { ...plain, kind: 'futures_grid', isInverse: true, isShort: true },
      { ...plain, kind: 'contract-martingale', isShort: true },
    ],
    crash: 0.93,
    hours: 4,
    ends: [false, false, false, false, true],
    isEtherUnlisted: true,
  },
  {
    bots: [
      { ...plain, kind: 'spot-future-arbitrage' },
      { ...plain, kind: 'smart-position' },
      { ...plain, kind: 'recurring-buy' },
      { ...plain, kind: 'martingale' },
      { ...plain, kind: 'infinite_grid' },
    ],
    crash: 1.08,
    hours: 9,
    ends: [false, false, false, false, false],
    isEtherUnlisted: false,
  },
];
