import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { botAccount, TRADING_ACCOUNTS, userAccount } from '#server/exchange/ledger/account-names.ts';
import { brokenLaw } from '#server/exchange/ledger/memory-ledger.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { runs } from '#tests/support/runs.ts';
import { gridBody, openTestExchange, type TestExchange, type Who } from '#tests/unit/exchange-fixture.ts';
import { KIND_BODIES } from '#tests/unit/exchange-kind-bodies.ts';

const RUNS = runs(8, 60);
const USERS = { demo: 10_001, copier: 10_002 } as const;
type Trader = keyof typeof USERS;

/** What traders, time and an operator who pulls the plug may do. */
type Command =
  | {
      readonly do: 'create';
      readonly who: Trader;
      readonly money: number;
      readonly grids: number;
      readonly base: boolean;
      readonly wide: number;
    }
  /** Any kind, with its own body. */
  | {
      readonly do: 'run';
      readonly who: Trader;
      readonly kind: RunnableKind;
      readonly money: number;
      readonly isHeld: boolean;
    }
  | {
      readonly do: 'cancel';
      readonly who: Trader;
      readonly which: number;
      readonly close: 'market' | 'limit' | 'no_close' | null;
    }
  | { readonly do: 'pass'; readonly minutes: number; readonly ticks: number }
  | { readonly do: 'kill'; readonly minutes: number };

const who = fc.constantFrom<Trader>('demo', 'copier');
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('create' as const),
      who,
      money: fc.integer({ min: 5, max: 60_000 }),
      grids: fc.integer({ min: 2, max: 120 }),
      base: fc.boolean(),
      wide: fc.integer({ min: 1, max: 40 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('run' as const),
      who,
      kind: fc.constantFrom(...(Object.keys(KIND_BODIES) as RunnableKind[])),
      money: fc.integer({ min: 5, max: 60_000 }),
      isHeld: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('cancel' as const),
      who,
      which: fc.nat(30),
      close: fc.constantFrom('market' as const, 'limit' as const, 'no_close' as const, null),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      minutes: fc.integer({ min: 1, max: 400 }),
      ticks: fc.integer({ min: 1, max: 20 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('kill' as const), minutes: fc.integer({ min: 0, max: 600 }) }) },
);

interface Play {
  exchange: TestExchange;
  readonly folder: string;
  readonly sessions: Record<Trader, Who>;
  readonly bots: Bot[];
}

interface Bot {
  readonly id: number;
  readonly kind: RunnableKind;
}

/** Bitcoin and ether of the trader himself: a sixty-thousandth of the first for each dollar, ten times as much of the second. */
function heldCoins(money: number) {
  return {
    is_use_base: '1',
    asset_info: [
      { asset: 'BTC', rate: '0.5', amount: (money / 60_000).toFixed(8) },
      { asset: 'ETH', rate: '0.5', amount: (money / 6_000).toFixed(8) },
    ],
  };
}

async function run(play: Play, step: Command): Promise<void> {
  const { exchange } = play;
  if (step.do === 'pass') return exchange.pass(step.minutes * 60_000, Math.ceil((step.minutes * 60_000) / step.ticks));
  if (step.do === 'kill') {
    await exchange.kill();
    exchange.clock.advance(step.minutes * 60_000);
    play.exchange = await openTestExchange(play.folder, { clock: exchange.clock });
    play.sessions.demo = await play.exchange.trader('demo');
    play.sessions.copier = await play.exchange.trader('copier');
    return;
  }
  const session = play.sessions[step.who];
  if (step.do === 'create') {
    const last = Number(exchange.feed.lastTicks('BTC_USDT', exchange.clock.nowMs())) / 10;
    const body = gridBody(exchange, {
      money: step.base ? (step.money / 60_000).toFixed(6) : `${step.money}`,
      is_use_base: step.base ? '1' : '0',
      grid_num: `${step.grids}`,
      low_price: (last * (1 - step.wide / 200)).toFixed(1),
      high_price: (last * (1 + step.wide / 200)).toFixed(1),
    });
    const { code, data } = await exchange.send('createGrid', { who: session, body });
    expect([200, 422]).toContain(code);
    if (code === 200) play.bots.push({ id: data.strategy_id, kind: 'spot_grid' });
    return;
  }
  if (step.do === 'run') {
    const { call, body } = KIND_BODIES[step.kind];
    const money = `${step.money}`;
    const params = step.isHeld && step.kind === 'smart-position' ? heldCoins(step.money) : {};
    const changes = call === 'runStrategy' ? { params: { begin_money_amount: money, ...params } } : { money };
    const { code, data } = await exchange.send(call, {
      who: session,
      body: { is_hide: 0, ...body(exchange, changes) },
    });
    expect([200, 422]).toContain(code);
    if (code === 200) play.bots.push({ id: data.strategy_id, kind: step.kind });
    return;
  }
  const bot = play.bots[step.which % Math.max(1, play.bots.length)];
  if (bot === undefined) return;
  const { id, kind } = bot;
  const { stop, account } = KIND_BODIES[kind];
  if (step.close !== null) {
    const limits = step.close === 'limit' ? { slip: '0.001', expiration: 180 } : { slip: '0', expiration: 0 };
    const option = { account, type: step.close, market: 'BTC_USDT', price: 'lastprice', ...limits };
    const body = { strategy_id: id, strategy_type: kind, stop_options: [option] };
    // Bots of several markets take no limit (422).
    expect([200, 403, 409, 422]).toContain((await exchange.send('saveStopOptions', { who: session, body })).code);
  }
  const { code } = await exchange.send(stop, { who: session, path: { id }, body: { fundpass: 'paper-fund' } });
  expect([200, 403, 409]).toContain(code);
}

async function assertLaws({ exchange, bots }: Play): Promise<void> {
  expect(brokenLaw(exchange.ledger)).toBeNull();
  expect(exchange.fatal).toEqual([]);
  for (const userId of Object.values(USERS)) {
    for (const account of TRADING_ACCOUNTS) {
      for (const [asset, units] of exchange.ledger.assets(userAccount(userId, account))) {
        expect(units, asset).toBeGreaterThanOrEqual(0n);
      }
    }
    expect(exchange.ledger.assets(`user:${userId}:hold`).size).toBe(0);
  }
  for (const { id, kind } of bots) {
    const { data } = await exchange.send('strategyDetail', { query: { strategy_id: id, strategy_type: kind } });
    expect(data.residual).toBe('0');
    expect(exchange.ledger.assets(botAccount(id)).size === 0).toBe(data.status === 'finished');
  }
}

describe('the exchange under random commands, prices and kills', () => {
  it('keeps every asset at zero in sum, no account below zero, and every bot’s money where its machine has it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 4, maxLength: 25 }), async (commands) => {
        const folder = mkdtempSync(join(tmpdir(), 'exchange-commands-'));
        try {
          const exchange = await openTestExchange(folder);
          const sessions = { demo: await exchange.trader('demo'), copier: await exchange.trader('copier') };
          const play: Play = { exchange, folder, sessions, bots: [] };
          for (const step of commands) {
            await run(play, step);
            await assertLaws(play);
          }
          await play.exchange.kill();
        } finally {
          rmSync(folder, { recursive: true, force: true });
        }
      }),
      { numRuns: RUNS, seed: 20_260_520 },
    );
  });
});
