import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { parseAmount } from '#lib/money/amount.ts';
import {
  botAccount,
  loanAccount,
  TRADING_ACCOUNTS,
  userAccount,
  userTrial,
} from '#server/exchange/ledger/account-names.ts';
import { brokenLaw } from '#server/exchange/ledger/memory-ledger.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { runs } from '#tests/support/runs.ts';
import { assertStatement } from '#tests/unit/exchange-assert-books.ts';
import { type Jump, jumpingFeed } from '#tests/unit/exchange-crash-feed.ts';
import { openTestExchange, type TestExchange, type Who } from '#tests/unit/exchange-fixture.ts';
import { KIND_BODIES, priceAt } from '#tests/unit/exchange-kind-bodies.ts';

const RUNS = runs(8, 400);
const USERS = { demo: 10_001, copier: 10_002 } as const;
type Trader = keyof typeof USERS;

type Row = Readonly<Record<string, unknown>>;
type Order = {
  readonly call: 'createGrid' | 'runStrategy';
  readonly kind: string;
  readonly instrument: string;
  readonly body: Row;
};

/** Everything that a create call of any kind can say differently; each kind takes what it has. */
interface Wish {
  readonly kind: Drawn | RunnableKind;
  readonly who: Trader;
  /** Thousandths of what the kind's account begins with, 1 … 1000. */
  readonly share: number;
  readonly side: 'buy' | 'sell' | 'neutral';
  readonly leverage: number;
  readonly grids: number;
  /** Permille of the price: half the range's width, how far it lies off the price, a trigger, a stop; 0 = none. */
  readonly wide: number;
  readonly off: number;
  readonly trigger: number;
  readonly stop: number;
  readonly isMark: boolean;
  readonly inBase: boolean;
  readonly isRatio: boolean;
  readonly keeps: boolean;
  readonly onTick: boolean;
  readonly isTrial: boolean;
  readonly step: number;
  readonly adds: number;
  readonly type: 'low-risk-arbitrage' | 'high-risk-arbitrage' | 'hoarding';
}

/** Kinds whose orders are drawn in full. */
const DRAWN = [
  'spot_grid',
  'margin_grid',
  'infinite_grid',
  'futures_grid',
  'inverse_grid',
  'martingale',
  'contract-martingale',
  'inverse-martingale',
] as const;
type Drawn = (typeof DRAWN)[number];

/** The others differ from their body (KIND_BODIES) in the money alone. */
const WHOLE = (Object.keys(KIND_BODIES) as RunnableKind[]).filter(
  (kind) => !(DRAWN as readonly string[]).includes(kind),
);
const KINDS: readonly (Drawn | RunnableKind)[] = [...DRAWN, ...WHOLE];

/** A bot that somebody wants, of one of these kinds. */
const wishOf = (kinds: typeof KINDS): fc.Arbitrary<Wish> =>
  fc.record({
    kind: fc.constantFrom(...kinds),
    who: fc.constantFrom<Trader>('demo', 'copier'),
    share: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 40, max: 1000 })),
    side: fc.constantFrom('buy' as const, 'sell' as const, 'neutral' as const),
    leverage: fc.oneof(fc.integer({ min: 1, max: 10 }), fc.constantFrom(20, 50)),
    grids: fc.integer({ min: 2, max: 40 }),
    wide: fc.integer({ min: 4, max: 400 }),
    off: fc.oneof(fc.constant(0), fc.integer({ min: -300, max: 300 })),
    trigger: fc.oneof(
      { weight: 4, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.integer({ min: -30, max: 30 }) },
    ),
    stop: fc.oneof(
      { weight: 2, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.integer({ min: 5, max: 400 }) },
    ),
    isMark: fc.boolean(),
    inBase: fc.boolean(),
    isRatio: fc.boolean(),
    keeps: fc.boolean(),
    onTick: fc.boolean(),
    isTrial: fc.boolean(),
    step: fc.integer({ min: 1, max: 60 }),
    adds: fc.integer({ min: 1, max: 12 }),
    type: fc.constantFrom('low-risk-arbitrage' as const, 'high-risk-arbitrage' as const, 'hoarding' as const),
  });

/** What traders, the market and an operator who pulls the plug may do. */
type Command =
  | { readonly do: 'create'; readonly wish: Wish }
  | {
      readonly do: 'transfer';
      readonly who: Trader;
      readonly from: (typeof TRADING_ACCOUNTS)[number];
      readonly to: (typeof TRADING_ACCOUNTS)[number];
      readonly asset: 'USDT' | 'BTC';
      readonly permille: number;
    }
  | { readonly do: 'stop'; readonly which: number; readonly close: 'market' | 'limit' | 'no_close' | null }
  | { readonly do: 'pass'; readonly minutes: number; readonly ticks: number }
  | { readonly do: 'jump'; readonly permille: number }
  | { readonly do: 'kill'; readonly minutes: number };

const account = fc.constantFrom(...TRADING_ACCOUNTS);
const commandOf = (kinds: typeof KINDS): fc.Arbitrary<Command> =>
  fc.oneof(
    { weight: 7, arbitrary: fc.record({ do: fc.constant('create' as const), wish: wishOf(kinds) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('transfer' as const),
        who: fc.constantFrom<Trader>('demo', 'copier'),
        from: account,
        to: account,
        asset: fc.constantFrom('USDT' as const, 'BTC' as const),
        permille: fc.integer({ min: 0, max: 1100 }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('stop' as const),
        which: fc.nat(30),
        close: fc.constantFrom('market' as const, 'limit' as const, 'no_close' as const, null),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('pass' as const),
        minutes: fc.integer({ min: 1, max: 240 }),
        ticks: fc.integer({ min: 1, max: 6 }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('jump' as const),
        permille: fc.oneof(fc.integer({ min: 940, max: 1060 }), fc.integer({ min: 300, max: 2500 })),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('kill' as const), minutes: fc.integer({ min: 0, max: 300 }) }),
    },
  );

interface Bot {
  readonly id: number;
  readonly kind: string;
  readonly who: Trader;
  readonly order: Order;
}

/** Kinds of which a bot has come to be. */
const made = new Set<string>();

interface Play {
  exchange: TestExchange;
  readonly folder: string;
  readonly sessions: Record<Trader, Who>;
  readonly bots: Bot[];
  readonly jumps: Jump[];
}

function decimals(value: number, digits: number): string {
  return value.toFixed(digits).replace(/\.?0+$/, '');
}

/** The create call that a wish comes to at the present prices. */
function orderOf(exchange: TestExchange, w: Wish): Order {
  return WHOLE.includes(w.kind as RunnableKind)
    ? wholeOrder(exchange, w.kind as RunnableKind, w)
    : drawnOrder(exchange, w);
}

function wholeOrder(exchange: TestExchange, kind: RunnableKind, { share }: Wish): Order {
  const { call, instrument, body } = KIND_BODIES[kind];
  const begin_money_amount = decimals((share / 1000) * 50_000, 2);
  return { call, kind, instrument, body: body(exchange, { params: { begin_money_amount } }) };
}

function drawnOrder(exchange: TestExchange, w: Wish): Order {
  const isInverse = w.kind.startsWith('inverse');
  const isContract = isInverse || w.kind === 'futures_grid' || w.kind === 'contract-martingale';
  const market = isInverse ? 'BTC_USD' : 'BTC_USDT';
  const instrument = isContract ? `${market}@${isInverse ? 'BTC' : 'USDT'}` : market;
  const price = (permille: number) => priceAt(exchange, instrument, 1 + permille / 1000);
  const isBase = isInverse || (w.inBase && !isContract && !w.kind.endsWith('martingale'));
  const money = isBase ? decimals((w.share / 1000) * 0.5, 6) : decimals((w.share / 1000) * 50_000, 4);
  const trigger_price = w.trigger === 0 ? '' : price(w.trigger);
  const takesTrial = w.kind === 'futures_grid' || (w.kind === 'spot_grid' && !w.inBase);
  const extras = { fundpass: 'paper-fund', use_experience: w.isTrial && takesTrial ? 1 : 0 };
  if (w.kind.endsWith('martingale')) {
    const params = {
      pair: market,
      settle: isInverse ? 'btc' : 'usdt',
      begin_money_currency: isInverse ? 'BTC' : 'USDT',
      begin_money_amount: money,
      is_ai: 0,
      transaction_type: w.type,
      trigger_price,
      take_profit_per_cycle: decimals(w.step / 2000 + 0.001, 5),
      stop_loss_per_cycle: w.stop === 0 ? '' : decimals((w.stop + w.step) / 1000, 4),
      max_order_amount: `${w.adds}`,
      price_steps: decimals(w.step / 1000, 4),
      price_step_type: 'rate',
      amount_multiplier: w.isRatio ? '2' : '1.2',
      enable_free_params: 0,
      price_step_details: [],
      ...(isContract ? { leverage: `${w.leverage}`, side: w.side === 'sell' ? 'sell' : 'buy', size: '' } : {}),
    };
    const kind = isContract ? 'contract-martingale' : 'martingale';
    return { call: 'runStrategy', kind, instrument, body: { strategy_type: kind, params, ...extras } };
  }
  if (w.kind === 'infinite_grid') {
    const body = {
      strategy_type: w.kind,
      market,
      instrument_type: 'infinite_grid',
      low_price: decimals(w.step / 1000, 4),
      high_price: decimals((w.step + w.adds) / 1000, 4),
      is_use_base: w.inBase ? '1' : '0',
      money,
      store_coin_flag: w.keeps ? 1 : 0,
      stop_check_type: w.onTick ? 1 : 0,
      stop_loss: w.stop === 0 ? '' : price(-w.stop),
      trigger_price,
      ...extras,
    };
    return { call: 'createGrid', kind: w.kind, instrument, body };
  }
  const kind = isContract ? 'futures_grid' : w.kind;
  const range = {
    strategy_type: kind,
    market,
    low_price: price(w.off - w.wide),
    high_price: price(w.off + w.wide),
    grid_num: `${w.grids}`,
    price_type: w.isRatio ? '1' : '0',
    qty_type: w.inBase && w.isRatio ? '1' : '0',
    qty_rate: w.inBase && w.isRatio ? '0.03' : '',
    money,
    stop_check_type: w.onTick ? 1 : 0,
    is_less_low_stop: w.keeps && w.onTick ? 1 : 0,
    trigger_price,
    ...extras,
  };
  if (isContract) {
    const stops = { stop_loss: w.stop === 0 ? '' : decimals(Math.min(w.stop, 900 / w.leverage) / 1000, 4) };
    const own = { leverage: `${w.leverage}`, side: w.side, trigger_price_type: w.isMark ? '1' : '0' };
    const instrument_type = `futures_${isInverse ? 'btc' : 'usdt'}`;
    return { call: 'createGrid', kind, instrument, body: { ...range, ...stops, ...own, instrument_type } };
  }
  const coins = { is_use_base: w.inBase ? '1' : '0', store_coin_flag: w.keeps ? 1 : 0 };
  const stops = { stop_loss: w.stop === 0 ? '' : price(w.off - w.wide - w.stop) };
  const own =
    kind === 'margin_grid'
      ? { leverage: `${Math.min(10, Math.max(2, w.leverage))}`, side: w.side, instrument_type: 'margin_grid' }
      : { leverage: '1', instrument_type: 'spot' };
  return { call: 'createGrid', kind, instrument, body: { ...range, ...coins, ...stops, ...own } };
}

async function create(play: Play, w: Wish): Promise<void> {
  const { exchange, sessions, bots } = play;
  const order = orderOf(exchange, w);
  const { code, data } = await exchange.send(order.call, { who: sessions[w.who], body: order.body });
  expect([200, 422]).toContain(code);
  if (code !== 200) return;
  bots.push({ id: data.strategy_id, kind: order.kind, who: w.who, order });
  made.add(w.kind);
}

async function transfer({ exchange, sessions }: Play, step: Extract<Command, { do: 'transfer' }>): Promise<void> {
  const { who, from, to, asset, permille } = step;
  const held = exchange.ledger.balance(userAccount(USERS[who], from), asset);
  const amount = Number((held * BigInt(permille)) / 1000n) / 1e8;
  const body = { from, to, asset, amount: decimals(amount, 6), fundpass: 'paper-fund' };
  expect([200, 422]).toContain((await exchange.send('transfer', { who: sessions[who], body })).code);
}

async function stop({ exchange, sessions, bots }: Play, step: Extract<Command, { do: 'stop' }>): Promise<void> {
  const bot = bots[step.which % Math.max(1, bots.length)];
  if (bot === undefined) return;
  const { id, kind, order } = bot;
  const who = sessions[bot.who];
  const isRun = order.call === 'runStrategy';
  if (step.close !== null) {
    const { account, market } = accountOf(order);
    const limits = step.close === 'limit' ? { slip: '0.001', expiration: 180 } : { slip: '0', expiration: 0 };
    const option = { account, type: step.close, market, price: 'lastprice', ...limits };
    const body = { strategy_id: id, strategy_type: kind, stop_options: [option] };
    expect([200, 409, 422]).toContain((await exchange.send('saveStopOptions', { who, body })).code);
  }
  const call = isRun ? 'stopStrategy' : 'cancelGrid';
  expect([200, 409]).toContain(
    (await exchange.send(call, { who, path: { id }, body: { fundpass: 'paper-fund' } })).code,
  );
}

function accountOf({ kind, instrument }: Order) {
  const [market, settle] = instrument.split('@');
  const account = settle !== undefined ? `futures_${settle.toLowerCase()}` : kind === 'margin_grid' ? 'margin' : 'spot';
  return { account, market };
}

async function kill(play: Play, minutes: number): Promise<void> {
  const { exchange, sessions, bots, folder } = play;
  const before = minutes === 0 ? await details(play) : [];
  await exchange.kill();
  exchange.clock.advance(minutes * 60_000);
  play.exchange = await openTestExchange(folder, { clock: exchange.clock, feed: exchange.feed });
  for (const who of ['demo', 'copier'] as const) sessions[who] = await play.exchange.trader(who);
  if (minutes === 0 && bots.length > 0) expect(await details(play)).toEqual(before);
}

async function details({ exchange, bots, sessions }: Play) {
  const rows = [];
  for (const { id, kind, who } of bots) {
    const query = { strategy_id: id, strategy_type: kind };
    rows.push((await exchange.send('strategyDetail', { who: sessions[who], query })).data);
  }
  return rows;
}

async function run(play: Play, step: Command): Promise<void> {
  const { exchange, jumps } = play;
  if (step.do === 'create') await create(play, step.wish);
  else if (step.do === 'transfer') await transfer(play, step);
  else if (step.do === 'stop') await stop(play, step);
  else if (step.do === 'kill') await kill(play, step.minutes);
  else if (step.do === 'pass')
    await exchange.pass(step.minutes * 60_000, Math.ceil((step.minutes * 60_000) / step.ticks));
  else {
    const now = jumps.reduce((product, { factor }) => product * factor, 1);
    const factor = Math.min(20, Math.max(0.05, (now * step.permille) / 1000)) / now;
    jumps.push({ atMs: exchange.clock.nowMs() + 5_000, factor });
    await exchange.pass(10_000, 10_000);
  }
}

async function assertLaws(play: Play): Promise<void> {
  const { exchange, bots } = play;
  const { ledger, fatal } = exchange;
  expect(fatal).toEqual([]);
  expect(brokenLaw(ledger)).toBeNull();
  let lent = 0n;
  for (const userId of Object.values(USERS)) {
    expect(ledger.assets(`user:${userId}:hold`).size).toBe(0);
    lent += ledger.balance(userTrial(userId), 'USDT');
  }
  // Trial funds never become more than was lent.
  expect(lent).toBeLessThanOrEqual(200n * 100_000_000n);
  const rows = await details(play);
  for (const [i, { id, order, who }] of bots.entries()) {
    const { residual, status, profit, investment } = rows[i];
    expect(residual).toBe('0');
    await assertStatement(exchange, play.sessions[who], id, order.kind);
    const isFinished = status === 'finished';
    const isEmpty = ledger.assets(botAccount(id)).size === 0;
    // Trades may take all that stands behind a position: until the next mark price ends it, its account is at 0.
    if (isFinished || !order.instrument.includes('@')) expect(isEmpty).toBe(isFinished);
    if (isFinished) expect(ledger.assets(loanAccount(id)).size).toBe(0);
    for (const [asset, units] of ledger.assets(botAccount(id))) expect(units, asset).toBeGreaterThanOrEqual(0n);
    if (isFinished && investment !== undefined)
      expect(Number(profit)).toBeGreaterThanOrEqual(-lossLimit(bots[i] as Bot));
  }
}

/** A bot of settle or quote money loses no more than that; one of coins is not counted here: its start is worth what the price was. */
function lossLimit({ order }: Bot): number {
  if (order.body.is_use_base === '1') return Number.POSITIVE_INFINITY;
  const { begin_money_amount: begin } = (order.body.params ?? {}) as { readonly begin_money_amount?: string };
  const text = begin ?? String(order.body.money);
  return Number(parseAmount(text) as bigint) / 1e8 + 1e-7;
}

async function open(jumps: Jump[]): Promise<Play> {
  const folder = mkdtempSync(join(tmpdir(), 'exchange-all-kinds-'));
  const feed = jumpingFeed(createSimulatedFeed({ seed: 'exchange-tests' }), jumps);
  const exchange = await openTestExchange(folder, { feed });
  const sessions = { demo: await exchange.trader('demo'), copier: await exchange.trader('copier') };
  const play: Play = { exchange, folder, sessions, bots: [], jumps };
  // Coins for margin grids that are paid in them.
  for (const who of ['demo', 'copier'] as const) {
    await transfer(play, { do: 'transfer', who, from: 'spot', to: 'margin', asset: 'BTC', permille: 500 });
  }
  return play;
}

async function close({ exchange, folder }: Play): Promise<void> {
  await exchange.kill();
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Everything that the path of the market decides: rows of the bots, and the money of traders, bots, fees and insurance.
 * What paper markets were issued depends on who traded first in a tick.
 */
async function outcome(play: Play) {
  const { ledger } = play.exchange;
  const names = [...ledger.everyAccount()].filter((name) => /^(user|bot|loan|fees|insurance)/.test(name)).sort();
  // An empty account is none: whether memory still has its name depends on the turns (F4).
  const money = names
    .map((name) => [name, [...ledger.assets(name)].sort()] as const)
    .filter(([, held]) => held.length > 0);
  return { rows: await details(play), money };
}

/** Lives further of kinds that no trader happened to want, or had the money for. */
const MOST_MORE = 10;

function assertLives(kinds: typeof KINDS, runs: { readonly numRuns: number; readonly seed: number }): Promise<void> {
  return fc.assert(
    fc.asyncProperty(fc.array(commandOf(kinds), { minLength: 24, maxLength: 48 }), async (commands) => {
      const play = await open([]);
      try {
        for (const step of commands) {
          await run(play, step);
          await assertLaws(play);
        }
      } finally {
        await close(play);
      }
    }),
    runs,
  );
}

describe('the exchange with all kinds at once under random traders, jumps and kills', () => {
  it('keeps the ledger at zero in sum, every account at or above it, every residual 0, no loss beyond the investment, and comes back from a kill as it was', async () => {
    const seed = 20_261_121;
    const missing = () => KINDS.filter((kind) => !made.has(kind));
    await assertLives(KINDS, { numRuns: RUNS, seed });
    // Which kinds come by is chance, and another one with each kind that there is.
    for (let more = 1; missing().length > 0 && more <= MOST_MORE; more += 1)
      await assertLives(missing(), { numRuns: 1, seed: seed + more });
    expect(missing()).toEqual([]);
  }, 1_800_000);

  it('ends where it would have ended, however seldom it ticked and whenever it was away', async () => {
    const jump = fc.record({
      minute: fc.integer({ min: 1, max: 400 }),
      permille: fc.oneof(fc.integer({ min: 960, max: 1040 }), fc.integer({ min: 500, max: 1800 })),
    });
    const pause = fc.record({ minutes: fc.integer({ min: 1, max: 200 }), isKill: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(
        fc.array(wishOf(KINDS), { minLength: 6, maxLength: 12 }),
        fc.array(jump, { maxLength: 6 }),
        fc.array(pause, { minLength: 1, maxLength: 5 }),
        async (wishes, crashes, pauses) => {
          const jumps: Jump[] = [];
          const steady = await open(jumps);
          const lazy = await open(jumps);
          try {
            const beginMs = steady.exchange.clock.nowMs();
            for (const { minute, permille } of crashes.toSorted((a, b) => a.minute - b.minute)) {
              jumps.push({ atMs: beginMs + minute * 60_000 + 7_000, factor: permille / 1000 });
            }
            for (const play of [steady, lazy]) {
              for (const one of wishes) await create(play, one);
              await play.exchange.pass(1_000);
            }
            const minutes = pauses.reduce((sum, pause) => sum + pause.minutes, 0);
            await steady.exchange.pass(minutes * 60_000, 60_000);
            for (const { minutes: away, isKill } of pauses) {
              if (isKill) await kill(lazy, away);
              else await lazy.exchange.pass(away * 60_000, away * 60_000);
            }
            expect(await outcome(lazy)).toEqual(await outcome(steady));
          } finally {
            await close(steady);
            await close(lazy);
          }
        },
      ),
      { numRuns: RUNS / 2, seed: 20_261_122 },
    );
  }, 1_800_000);
});
