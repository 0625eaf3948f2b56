import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, it } from 'vitest';
import { EARN_TYPES } from '#lib/contract/earn-types.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { runs } from '#tests/support/runs.ts';
import { endedEarnDays } from '#tests/unit/earn-figures.ts';
import { crashFeed } from '#tests/unit/exchange-crash-feed.ts';
import { orderDual } from '#tests/unit/exchange-dual-orders.ts';
import { openTestExchange, type TestExchange, type Who } from '#tests/unit/exchange-fixture.ts';
import { KIND_BODIES, rowOf, startKind } from '#tests/unit/exchange-kind-bodies.ts';
import { DEMO, startPlan } from '#tests/unit/exchange-plans.ts';
import { expectIncome } from '#tests/unit/income-figures.ts';
import { units } from '#tests/unit/portfolio-figures.ts';
import { handClock } from '#tests/unit/store-fixture.ts';

/** Income over all types against the ledger's own book: losses, liquidations and money that comes and goes, over midnights and restarts. */

const RUNS = runs(5, 60);
const MINUTE_MS = 60_000;
/** The evening of a month's last day: most lives go over it. */
const EVENING_MS = Date.UTC(2026, 5, 30, 21);
const REAL = createSimulatedFeed({ seed: 'exchange-tests' });
const KINDS = [
  'spot_grid',
  'futures_grid',
  'margin_grid',
  'infinite_grid',
  'contract-martingale',
  'martingale',
] as const;
type Kind = (typeof KINDS)[number];
const met = new Set<string>();

interface Life {
  readonly bots: readonly { readonly kind: Kind; readonly leverage: '2' | '50'; readonly isInverse: boolean }[];
  /** Factor of all prices from ten minutes after the beginning on. */
  readonly crash: number;
  readonly hours: number;
  /** What happens to each bot in the middle. */
  readonly acts: readonly ('nothing' | 'deposit' | 'end')[];
  readonly isRestarted: boolean;
  readonly plan: 'none' | 'keep' | 'coins' | 'sell' | 'edit' | 'end';
  /** Orders of a day, of each type at each of the exercise prices. */
  readonly dual: readonly ('call' | 'put')[];
}

const life: fc.Arbitrary<Life> = fc.record({
  bots: fc.array(
    fc.record({
      kind: fc.constantFrom(...KINDS),
      leverage: fc.constantFrom('2' as const, '50' as const),
      isInverse: fc.boolean(),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  crash: fc.constantFrom(0.8, 0.97, 1, 1.1),
  hours: fc.integer({ min: 1, max: 40 }),
  acts: fc.array(fc.constantFrom('nothing' as const, 'deposit' as const, 'end' as const), {
    minLength: 4,
    maxLength: 4,
  }),
  isRestarted: fc.boolean(),
  plan: fc.constantFrom(
    'none' as const,
    'keep' as const,
    'coins' as const,
    'sell' as const,
    'edit' as const,
    'end' as const,
  ),
  dual: fc.array(fc.constantFrom('call' as const, 'put' as const), { maxLength: 4 }),
});

const EXAMPLES: readonly Life[] = [
  {
    bots: [
      { kind: 'futures_grid', leverage: '50', isInverse: false },
      { kind: 'futures_grid', leverage: '2', isInverse: false },
      { kind: 'spot_grid', leverage: '2', isInverse: false },
      { kind: 'futures_grid', leverage: '2', isInverse: true },
    ],
    crash: 0.8,
    hours: 30,
    acts: ['nothing', 'deposit', 'end', 'nothing'],
    isRestarted: true,
    plan: 'coins',
    dual: ['call', 'put', 'call', 'put'],
  },
  // One that is liquidated in another asset than that of one that runs: a restart reads them the other way round.
  {
    bots: [
      { kind: 'futures_grid', leverage: '2', isInverse: false },
      { kind: 'futures_grid', leverage: '50', isInverse: true },
    ],
    crash: 0.8,
    hours: 1,
    acts: ['nothing', 'nothing', 'nothing', 'nothing'],
    isRestarted: true,
    plan: 'none',
    dual: [],
  },
  // A rise: coins that were offered for sale are sold, and a plan's are.
  {
    bots: [{ kind: 'spot_grid', leverage: '2', isInverse: false }],
    crash: 1.1,
    hours: 38,
    acts: ['nothing', 'nothing', 'nothing', 'nothing'],
    isRestarted: true,
    plan: 'sell',
    dual: ['call', 'put'],
  },
];

function begin(exchange: TestExchange, who: Who, { kind, leverage, isInverse }: Life['bots'][number]): Promise<number> {
  if (kind !== 'futures_grid') return startKind(exchange, who, kind);
  if (!isInverse) return startKind(exchange, who, kind, { leverage, side: 'buy' });
  const ticks = exchange.feed.lastTicks('BTC_USD@BTC', exchange.clock.nowMs()) as number;
  const spec = exchange.feed.spec('BTC_USD@BTC');
  const price = (factor: number): string => ((ticks * factor * Number(spec?.tickUnits)) / 1e8).toFixed(0);
  const range = { low_price: price(0.9), high_price: price(1.1) };
  return startKind(exchange, who, kind, {
    market: 'BTC_USD',
    instrument_type: 'futures_btc',
    money: '0.02',
    leverage,
    ...range,
  });
}

async function act(
  exchange: TestExchange,
  who: Who,
  what: Life['acts'][number],
  kind: Kind,
  id: number,
): Promise<void> {
  const funded = { fundpass: 'paper-fund' };
  // What is over already is refused.
  if (what === 'end') await exchange.send(KIND_BODIES[kind].stop, { who, path: { id }, body: funded });
  if (what !== 'deposit' || kind !== 'futures_grid') return;
  const asset = (await rowOf(exchange, who, id, kind)).money_asset;
  const { code } = await exchange.send('increaseBalance', {
    who,
    path: { id },
    body: { asset, amount: asset === 'BTC' ? '0.01' : '300', ...funded },
  });
  if (code === 200) met.add('deposit');
}

/** What is earned without a bot is begun: purchases every hour, and orders that end after the next day's noon or before. */
async function beginEarn(exchange: TestExchange, who: Who, { plan, dual }: Life): Promise<void> {
  if (plan !== 'none') await startPlan(exchange, who, { period_type: '1h' });
  for (const [nth, type] of dual.entries()) await orderDual(exchange, who, { type, nth: Math.floor(nth / 2) });
}

async function actOnPlan(exchange: TestExchange, who: Who, what: Life['plan']): Promise<void> {
  const [plan] = exchange.invest.parts.plans.ofOwner(DEMO);
  if (plan === undefined) return;
  const { id: plan_id, present } = plan;
  const { version } = present;
  const fundpass = 'paper-fund';
  if (what === 'coins' || what === 'sell')
    await exchange.send('redeemPlan', { who, body: { plan_id, version, way: what, fundpass } });
  if (what === 'end') await exchange.send('endPlan', { who, body: { plan_id } });
  if (what !== 'edit') return;
  const coins = [{ asset: 'ETH', ratio: '100' }];
  await exchange.send('editPlan', {
    who,
    body: { plan_id, version, coins, amount: '35', period_type: '4h', fundpass },
  });
}

/** A day that has ended has what it had, whoever reads it. */
async function expectKept(exchange: TestExchange, before: ReadonlyMap<string, bigint>) {
  const days = await endedEarnDays(exchange, DEMO);
  for (const [key, earned] of before) expect([key, days.get(key)]).toEqual([key, earned]);
  return days;
}

async function lived(
  exchange: TestExchange,
  one: Life,
  reopen: (awayMs: number) => Promise<TestExchange>,
): Promise<void> {
  const who = await exchange.trader();
  const ids: number[] = [];
  for (const bot of one.bots) ids.push(await begin(exchange, who, bot));
  await beginEarn(exchange, who, one);
  await exchange.pass(20 * MINUTE_MS, MINUTE_MS);
  await expectIncome(exchange, who, ids);
  for (const [at, { kind }] of one.bots.entries()) {
    await act(exchange, who, one.acts[at] ?? 'nothing', kind, ids[at] as number);
  }
  const half = one.hours * 30 * MINUTE_MS;
  await exchange.pass(half, 47 * MINUTE_MS);
  const days = await expectKept(exchange, new Map());
  await actOnPlan(exchange, await exchange.trader(), one.plan);
  await expectKept(exchange, days);
  await exchange.pass(half, 47 * MINUTE_MS);
  const later = await exchange.trader();
  const ended = await expectKept(exchange, days);
  for (const key of ended.keys()) met.add(key.split(' ')[0] as string);
  const told = await expectIncome(exchange, later, ids);
  if (units(told.run_total_profit) + units(told.history_profit) < 0n) met.add('loss');
  if (told.parts.some(({ asset }: { asset: string }) => asset === 'BTC')) met.add('inverse');
  for (const [at, { kind }] of one.bots.entries())
    met.add((await rowOf(exchange, later, ids[at] as number, kind)).finish_as);
  if (!one.isRestarted) return;
  const again = await reopen(0);
  await expectKept(again, ended);
  expect(await expectIncome(again, await again.trader(), ids)).toEqual(told);
  // Away over two midnights, and the days of them are told as they are closed then.
  const back = await reopen(50 * 60 * MINUTE_MS);
  const untold = await expectKept(back, ended);
  await back.pass(1_000);
  await expectIncome(back, await back.trader(), ids);
  await expectKept(back, untold);
}

describe('the income of a trader', () => {
  it('adds up over all types to what the ledger says, whatever the bots have been through', async () => {
    await fc.assert(
      fc.asyncProperty(life, async (one) => {
        const folder = mkdtempSync(join(tmpdir(), 'income-'));
        const feed = one.crash === 1 ? REAL : crashFeed(REAL, EVENING_MS + 10 * MINUTE_MS, one.crash);
        const options = { feed, clock: handClock(EVENING_MS), outlivesTest: true };
        let open = await openTestExchange(folder, options);
        try {
          await lived(open, one, async (awayMs) => {
            await open.kill();
            options.clock.advance(awayMs);
            open = await openTestExchange(folder, options);
            return open;
          });
        } finally {
          await open.stop();
          rmSync(folder, { recursive: true, force: true });
        }
      }),
      { numRuns: RUNS, examples: EXAMPLES.map((example) => [example] as [Life]) },
    );
  });

  afterAll(() => {
    const bots = ['loss', 'liquidated', 'cancelled', 'deposit', 'inverse'];
    expect([...bots, ...EARN_TYPES].filter((what) => !met.has(what))).toEqual([]);
  });
});
