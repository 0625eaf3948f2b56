import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, it } from 'vitest';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { runs } from '#tests/support/runs.ts';
import { crashFeed } from '#tests/unit/exchange-crash-feed.ts';
import { openTestExchange, type TestExchange, type Who } from '#tests/unit/exchange-fixture.ts';
import { KIND_BODIES, rowOf, startKind } from '#tests/unit/exchange-kind-bodies.ts';
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

async function lived(exchange: TestExchange, one: Life, reopen: () => Promise<TestExchange>): Promise<void> {
  const who = await exchange.trader();
  const ids: number[] = [];
  for (const bot of one.bots) ids.push(await begin(exchange, who, bot));
  await exchange.pass(20 * MINUTE_MS, MINUTE_MS);
  await expectIncome(exchange, who, ids);
  for (const [at, { kind }] of one.bots.entries()) {
    await act(exchange, who, one.acts[at] ?? 'nothing', kind, ids[at] as number);
  }
  await exchange.pass(one.hours * 60 * MINUTE_MS, 47 * MINUTE_MS);
  const later = await exchange.trader();
  const told = await expectIncome(exchange, later, ids);
  if (units(told.run_total_profit) + units(told.history_profit) < 0n) met.add('loss');
  if (told.parts.some(({ asset }: { asset: string }) => asset === 'BTC')) met.add('inverse');
  for (const [at, { kind }] of one.bots.entries())
    met.add((await rowOf(exchange, later, ids[at] as number, kind)).finish_as);
  if (!one.isRestarted) return;
  const again = await reopen();
  expect(await expectIncome(again, await again.trader(), ids)).toEqual(told);
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
          await lived(open, one, async () => {
            await open.kill();
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
    expect(['loss', 'liquidated', 'cancelled', 'deposit', 'inverse'].filter((what) => !met.has(what))).toEqual([]);
  });
});
