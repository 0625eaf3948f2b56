import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { factsOf } from '#lib/kinds/facts.ts';
import { parseAmount } from '#lib/money/amount.ts';
import { botAccount, TRADING_ACCOUNTS, userAccount } from '#server/exchange/ledger/account-names.ts';
import { brokenLaw } from '#server/exchange/ledger/memory-ledger.ts';
import type { MarketFeed } from '#server/exchange/market/feed.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { runs } from '#tests/support/runs.ts';
import { TRIED_KINDS, type TriedKind } from '#tests/support/tried-kind.ts';
import { assertStatement } from '#tests/unit/exchange-assert-books.ts';
import { openTestExchange, type TestExchange, type Who } from '#tests/unit/exchange-fixture.ts';
import { KIND_BODIES, startKind } from '#tests/unit/exchange-kind-bodies.ts';
import { fundingOf, isGridCall } from './owner-acts.ts';

const RUNS = runs(8, 60);
const DEMO = 10_001;

const LIFE = ['pause', 'continue', 'kill', 'close at market'];
const RESTS = ['close at limit', 'rests'];
const KEEPS = ['close at no_close'];

/** More money comes with a plan that lays its lines anew, by a call of its own, as margin, or not at all. */
function addsBy(kind: TriedKind): 'plan' | 'money' | 'margin' | 'none' {
  const by = fundingOf(kind);
  // What the other call brings a contract is margin.
  if (by === 'contract') return 'margin';
  if (by === 'grid') return 'plan';
  return factsOf(kind).takesMoney === 'never' ? 'none' : 'money';
}

/** What must have been done of a kind once, besides what every kind does. */
function doesBesides(kind: TriedKind): readonly string[] {
  const { trades, paysProfit } = factsOf(kind);
  const adds = addsBy(kind);
  return [
    ...(trades === 'market' ? RESTS : []),
    ...(adds === 'margin' ? [] : KEEPS),
    ...(adds === 'none' ? [] : ['add']),
    // Its range can be another.
    ...(isGridCall(kind) ? ['change'] : []),
    ...(adds === 'margin' || paysProfit ? ['take'] : []),
  ];
}

/** What has come to be of the acts of a kind's owners. */
let done = new Set<string>();

/** What an owner may do with his bot's money, and what time does meanwhile. */
type Command =
  /** Another range, other lines and more money, or some of them; `money` 0: what the plan says that it needs at least, if anything. */
  | {
      readonly do: 'change';
      readonly down: number;
      readonly up: number;
      readonly lines: number;
      readonly money: number | null;
    }
  | { readonly do: 'add'; readonly money: number }
  /** So many percent of what may be taken out; above 100 it is refused. */
  | { readonly do: 'take'; readonly percent: number }
  | { readonly do: 'pause' }
  | Close
  | { readonly do: 'pass'; readonly minutes: number }
  | { readonly do: 'kill'; readonly minutes: number };

interface Close {
  readonly do: 'close';
  readonly type: 'market' | 'limit' | 'no_close';
  /** Of a limit: its permille beyond the last price. */
  readonly slip: number;
}

const close: fc.Arbitrary<Close> = fc.record({
  do: fc.constant('close' as const),
  type: fc.constantFrom('market', 'limit', 'limit', 'no_close'),
  slip: fc.constantFrom(1, 5, 20),
});

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      down: fc.integer({ min: -3, max: 60 }),
      up: fc.integer({ min: -3, max: 60 }),
      lines: fc.integer({ min: 2, max: 150 }),
      money: fc.option(fc.integer({ min: 0, max: 9_000 })),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('add' as const), money: fc.integer({ min: 1, max: 4_000 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('take' as const), percent: fc.integer({ min: 1, max: 110 }) }) },
  { weight: 3, arbitrary: fc.constant({ do: 'pause' as const }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('pass' as const), minutes: fc.integer({ min: 1, max: 3_000 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('kill' as const), minutes: fc.integer({ min: 0, max: 600 }) }) },
);

/** Of few lives each is to be a long one: small cases first would be lives of nothing but changes. */
const commands = fc.noBias(fc.array(command, { minLength: 6, maxLength: 14 }));
/** Its end, which may rest and be told again. */
const ends = fc.array(
  fc.oneof(close, fc.record({ do: fc.constant('pass' as const), minutes: fc.integer({ min: 1, max: 90 }) })),
  {
    minLength: 2,
    maxLength: 4,
  },
);
const AT_THE_MARKET: Close = { do: 'close', type: 'market', slip: 1 };

/** A market whose book has little for a limit, so that most of one rests. */
function thinFeed(): MarketFeed {
  const feed = createSimulatedFeed({ seed: 'exchange-tests' });
  return { ...feed, depthWithin: (...asked) => feed.depthWithin(...asked) / 10_000n };
}

/** Of a futures grid. */
const sides = fc.constantFrom('buy', 'sell', 'neutral');

/** Contracts: what is taken out of those is put back by what comes in next, and only more than that is given anew. */
const isInContract = (kind: TriedKind): boolean => addsBy(kind) === 'margin';

interface Play {
  exchange: TestExchange;
  who: Who;
  readonly folder: string;
  readonly id: number;
  readonly kind: TriedKind;
  /** Of a bot in a contract, what was taken out and not put back, units. */
  takenOut: bigint;
}

/** So much has come in: how much of it is given anew. */
function givenOf(play: Play, amount: bigint): bigint {
  const putBack = amount < play.takenOut ? amount : play.takenOut;
  play.takenOut -= putBack;
  return amount - putBack;
}

const units = (text: string): bigint =>
  text.startsWith('-') ? -(parseAmount(text.slice(1)) as bigint) : (parseAmount(text) as bigint);

async function rowOf({ exchange, who, id, kind }: Play) {
  return (await exchange.send('strategyDetail', { who, query: { strategy_id: id, strategy_type: kind } })).data;
}

/** Everything of his and of his bot's. */
function moneyOf({ exchange: { ledger }, id }: Play): string {
  const accounts = [...TRADING_ACCOUNTS.map((account) => userAccount(DEMO, account)), botAccount(id)];
  return JSON.stringify(accounts.map((account) => [account, [...ledger.assets(account)].map(([a, n]) => `${a} ${n}`)]));
}

/** What came of the plan that was named last: to the last unit what was shown, and its money is what the ledger has. */
async function assertAsPlanned({ exchange, who, id, kind }: Play, names: readonly string[]): Promise<void> {
  const query = { strategy_id: id, strategy_type: kind, page_size: 20 };
  const { data } = await exchange.send('operateRecords', { who, query });
  const told = data.find(({ outcome }: { outcome?: object }) => outcome !== undefined)?.outcome;
  expect([kind, told !== undefined]).toEqual([kind, true]);
  for (const { name, currency, planned, happened } of told.figures)
    expect([name, currency, happened]).toEqual([name, currency, planned]);
  const have = told.figures.map(({ name }: { name: string }) => name);
  expect([have, names.filter((name) => !have.includes(name))]).toEqual([have, []]);
}

/** The plan of an act, which is the fingerprint that it is asked for with; none where it is refused, as the act is. */
async function planned(play: Play, asked: object): Promise<{ readonly fingerprint?: string }> {
  const { exchange, who, id, kind } = play;
  const before = moneyOf(play);
  const plan = await exchange.send('actionPlan', { who, query: { strategy_id: id, strategy_type: kind, ...asked } });
  expect(moneyOf(play)).toBe(before);
  expect([200, 409, 422]).toContain(plan.code);
  return plan.code === 200 ? { fingerprint: plan.data.fingerprint } : {};
}

type Action = { readonly action: string; readonly amount: string; readonly currency: string };

async function change(play: Play, step: Extract<Command, { do: 'change' }>): Promise<void> {
  const { exchange, who, id, kind } = play;
  const path = { id };
  const last = Number((await rowOf(play)).last_price);
  const range: Record<string, string> =
    kind === 'infinite_grid'
      ? {
          low_price: (0.002 + Math.abs(step.down) / 1_000).toFixed(3),
          high_price: (0.002 + Math.abs(step.up) / 1_000).toFixed(3),
        }
      : {
          low_price: (last * (1 - step.down / 100)).toFixed(1),
          high_price: (last * (1 + step.up / 100)).toFixed(1),
          grid_num: `${step.lines}`,
        };
  let asked = range;
  if (step.money !== null && step.money > 0) asked = { ...range, money: `${step.money}` };
  const before = moneyOf(play);
  let plan = await exchange.send('investPlan', { who, path, body: asked });
  expect([200, 409, 422]).toContain(plan.code);
  if (plan.code === 200 && plan.data.plan_type === 3 && step.money === 0 && Number(plan.data.min_amount) < 50_000) {
    // What it is said to lack is enough.
    asked = { ...asked, money: plan.data.min_amount };
    plan = await exchange.send('investPlan', { who, path, body: asked });
    expect([JSON.stringify(plan), plan.code]).toEqual([JSON.stringify(plan), 200]);
    expect([1, 2, 0, 4, 5]).toContain(plan.data.plan_type);
  }
  expect(moneyOf(play)).toBe(before);
  const actions: Action[] =
    plan.code === 200
      ? plan.data.plans[0].actions.map(({ action, amount, currency }: Action) => ({ action, amount, currency }))
      : [];
  const row = await rowOf(play);
  const reply = await exchange.send('changeGridParams', {
    who,
    path,
    body: { ...asked, actions, fundpass: 'paper-fund', fingerprint: plan.data?.plans?.[0]?.fingerprint },
  });
  // What is said before is what happens.
  expect([reply.code === 200, JSON.stringify(plan), JSON.stringify(reply)]).toEqual([
    plan.code === 200 && plan.data.plan_type !== 3,
    JSON.stringify(plan),
    JSON.stringify(reply),
  ]);
  if (reply.code !== 200) {
    expect(moneyOf(play)).toBe(before);
    return;
  }
  done.add('change');
  await assertAsPlanned(play, actions.length > 0 ? ['low_price', 'fees'] : ['low_price']);
  const after = await rowOf(play);
  expect(after.trade_num - row.trade_num).toBeGreaterThanOrEqual(actions.length);
  expect(units(after.money) - units(row.money)).toBe(givenOf(play, units(asked.money ?? '0')));
  if (after.trade_num - row.trade_num !== actions.length) return;
  const trades = await exchange.send('tradeRecords', { who, path, query: { page_size: Math.max(1, actions.length) } });
  const traded = trades.data.orders
    .slice(0, actions.length)
    .map((one: Record<string, string>) => [one.side, one.match_qty]);
  expect(traded.reverse()).toEqual(actions.map(({ action, amount }) => [action, amount]));
  // Fee and slippage of its one order are all that it costs.
  const worth = actions.reduce((sum, { amount }) => sum + Number(amount) * last, 0);
  expect(Math.abs(Number(after.profit) - Number(row.profit))).toBeLessThanOrEqual(worth * 0.02 + 0.01);
}

async function take(play: Play, percent: number): Promise<void> {
  const { exchange, who, id, kind } = play;
  const isContract = isInContract(kind);
  const query = { strategy_id: id, strategy_type: kind };
  const most = isContract
    ? (await exchange.send('reducibleMargin', { who, path: { id } })).data.max_withdrawal_amount
    : (await exchange.send('withdrawable', { who, query })).data.unsettled_profit;
  const amount = (units(most) * BigInt(percent)) / 100n;
  const text = `${amount / 100_000_000n}.${(amount % 100_000_000n).toString().padStart(8, '0')}`;
  const before = await rowOf(play);
  const named = await planned(play, { act: isContract ? 'margin_out' : 'withdraw', amount: text });
  expect(named.fingerprint !== undefined).toBe(amount > 0n && percent <= 100);
  const reply = isContract
    ? await exchange.send('reduceMargin', {
        who,
        path: { id },
        body: { amount: text, fundpass: 'paper-fund', ...named },
      })
    : await exchange.send('withdrawProfit', {
        who,
        body: { id, strategy_type: kind, amount: text, fundpass: 'paper-fund', ...named },
      });
  expect([reply.code === 200, JSON.stringify(reply), most]).toEqual([
    amount > 0n && percent <= 100,
    JSON.stringify(reply),
    most,
  ]);
  if (reply.code === 200) {
    done.add('take');
    await assertAsPlanned(play, [isContract ? 'margin_out' : 'paid_out']);
  }
  if (isContract && reply.code === 200) play.takenOut += amount;
  const after = await rowOf(play);
  expect([after.profit, after.profit_rate, after.money]).toEqual([before.profit, before.profit_rate, before.money]);
}

async function add(play: Play, money: number): Promise<void> {
  const { exchange, who, id, kind } = play;
  if (addsBy(kind) === 'plan') {
    const { payload } = await rowOf(play);
    const asked = { low_price: payload.low_price, high_price: payload.high_price, money: `${money}` };
    const plan = await exchange.send('investPlan', { who, path: { id }, body: asked });
    const actions =
      plan.code === 200
        ? plan.data.plans[0].actions.map(({ action, amount, currency }: Action) => ({ action, amount, currency }))
        : [];
    const named = { fingerprint: plan.data?.plans?.[0]?.fingerprint };
    const body = { ...asked, actions, fundpass: 'paper-fund', ...named };
    const reply = await exchange.send('changeGridParams', { who, path: { id }, body });
    expect([reply.code === 200, JSON.stringify(plan), JSON.stringify(reply)]).toEqual([
      plan.code === 200 && plan.data.plan_type !== 3,
      JSON.stringify(plan),
      JSON.stringify(reply),
    ]);
    if (reply.code === 200) {
      done.add('add');
      await assertAsPlanned(play, ['money_in']);
    }
    return;
  }
  const before = await rowOf(play);
  const named = addsBy(kind) === 'margin' ? await planned(play, { act: 'margin_in', amount: `${money}` }) : {};
  const body = { asset: 'USDT', amount: `${money}`, fundpass: 'paper-fund', ...named };
  const reply = await exchange.send('increaseBalance', { who, path: { id }, body });
  expect([200, 409, 422]).toContain(reply.code);
  const after = await rowOf(play);
  if (addsBy(kind) === 'margin') expect('fingerprint' in named).toBe(reply.code === 200);
  if (reply.code !== 200) return;
  if (addsBy(kind) === 'margin') await assertAsPlanned(play, ['margin_in']);
  done.add('add');
  expect(units(after.money) - units(before.money)).toBe(givenOf(play, units(`${money}`)));
}

/** What the bot has given back, by asset. */
async function returned({ exchange, who, id, kind }: Play): Promise<Map<string, bigint>> {
  const query = { strategy_id: id, strategy_type: kind, query_type: 'fund', page_size: 500 };
  const { data } = await exchange.send('accountBook', { who, query });
  const sums = new Map<string, bigint>();
  for (const { change, asset, type } of data) {
    if (type === 'bot-return') sums.set(asset, (sums.get(asset) ?? 0n) - units(change));
  }
  return sums;
}

/** Its owner ends it: what was said to come back comes back, to the last unit, and the result is the one that was said. */
async function end(play: Play, { type, slip }: Close): Promise<void> {
  const { exchange, who, id, kind } = play;
  const row = await rowOf(play);
  const named = { strategy_id: id, strategy_type: kind };
  const query = { ...named, type, slip: type === 'limit' ? `${slip / 1_000}` : '0' };
  const told = await exchange.send('closePreview', { who, query });
  const fingerprint = told.data?.fingerprint;
  const option = { account: KIND_BODIES[kind].account, type, market: row.market, price: 'lastprice' };
  const stop_options = [{ ...option, slip: query.slip, expiration: type === 'limit' ? 60 : 0 }];
  const saved = await exchange.send('saveStopOptions', { who, body: { ...named, stop_options, fingerprint } });
  if (row.status === 'finished') {
    expect([told.code, saved.code]).not.toContain(200);
    return;
  }
  expect([told.code === 200, JSON.stringify(told)]).toEqual([saved.code === 200, JSON.stringify(told)]);
  if (saved.code !== 200) return;
  const stop = await exchange.send(KIND_BODIES[kind].stop, {
    who,
    path: { id },
    body: { fundpass: 'paper-fund', fingerprint },
  });
  // Options that are saved while it closes adjust what rests: it may be over by them.
  if (row.status !== 'stopping') expect(stop.code).toBe(200);
  done.add(`close at ${type}`);
  const after = await rowOf(play);
  if (after.status !== 'finished') {
    expect([type, after.status]).toEqual(['limit', 'stopping']);
    expect(told.data.rests).not.toBeNull();
    done.add('rests');
    return;
  }
  const { returns, profit, rests } = told.data;
  expect(rests).toBeNull();
  const said = returns.map((one: Record<string, string>) => [one.currency, units(one.amount as string)]);
  expect(await returned(play)).toEqual(new Map(said));
  expect(after.profit).toBe(profit);
  await assertAsPlanned(play, ['result', 'fees']);
}

async function run(play: Play, step: Command): Promise<void> {
  const { exchange, id, kind } = play;
  // Nobody sends so many calls at once, and a session of days ends.
  exchange.clock.advance(3_000);
  await exchange.tick();
  play.who = await exchange.trader();
  const { who } = play;
  if (step.do === 'pass') return exchange.pass(step.minutes * 60_000, Math.ceil((step.minutes * 60_000) / 5));
  if (step.do === 'kill') {
    const before = await rowOf(play);
    await exchange.kill();
    play.exchange = await openTestExchange(play.folder, { clock: exchange.clock, feed: exchange.feed });
    play.who = await play.exchange.trader();
    expect(await rowOf(play)).toEqual(before);
    play.exchange.clock.advance(step.minutes * 60_000);
    await play.exchange.tick();
    done.add('kill');
    return;
  }
  if (step.do === 'close') return end(play, step);
  if (step.do === 'take') return take(play, step.percent);
  if (step.do === 'add') return add(play, step.money);
  if (step.do === 'change') return isGridCall(kind) ? change(play, step) : undefined;
  const isGrid = KIND_BODIES[kind].call === 'createGrid';
  const isPaused = (await rowOf(play)).status === 'pause';
  const call = isGrid ? (isPaused ? 'continueGrid' : 'pauseGrid') : isPaused ? 'startStrategy' : 'pauseStrategy';
  const { code } = await exchange.send(call, { who, path: { id } });
  expect([200, 409]).toContain(code);
  if (code === 200) done.add(isPaused ? 'continue' : 'pause');
}

async function assertLaws(play: Play): Promise<void> {
  const { exchange, id } = play;
  expect(brokenLaw(exchange.ledger)).toBeNull();
  expect(exchange.fatal).toEqual([]);
  for (const account of TRADING_ACCOUNTS) {
    for (const [asset, amount] of exchange.ledger.assets(userAccount(DEMO, account))) {
      expect(amount, asset).toBeGreaterThanOrEqual(0n);
    }
  }
  const row = await rowOf(play);
  expect(row.residual).toBe('0');
  // A session of its own: days may have gone by without a call.
  await assertStatement(exchange, await exchange.logIn(), id, play.kind);
  expect(exchange.ledger.assets(botAccount(id)).size === 0).toBe(row.status === 'finished');
}

describe('the money that an owner moves into and out of a bot, and changes of it, in any order', () => {
  it.each(TRIED_KINDS)(
    'of a %s leaves every book exact, and does what was said before',
    async (kind) => {
      done = new Set();
      await fc.assert(
        fc.asyncProperty(commands, ends, sides, async (todo, ending, side) => {
          const folder = mkdtempSync(join(tmpdir(), 'exchange-owner-money-'));
          try {
            await live(kind, folder, [...todo, ...ending], side);
          } finally {
            rmSync(folder, { recursive: true, force: true });
          }
        }),
        { numRuns: RUNS, seed: 20_260_520 },
      );
      // A property of acts that never happen holds whatever they do.
      expect([...LIFE, ...doesBesides(kind)].filter((name) => !done.has(name))).toEqual([]);
    },
    300_000,
  );
});

async function live(kind: TriedKind, folder: string, commands: readonly Command[], side: string): Promise<void> {
  const exchange = await openTestExchange(folder, { feed: thinFeed() });
  const who = await exchange.trader();
  const id = await startKind(exchange, who, kind, {
    fundpass: 'paper-fund',
    ...(kind === 'futures_grid' ? { side } : {}),
  });
  const play: Play = { exchange, who, folder, id, kind, takenOut: 0n };
  for (const step of [...commands, AT_THE_MARKET]) {
    await run(play, step);
    await assertLaws(play);
  }
  expect((await rowOf(play)).status).toBe('finished');
  await play.exchange.kill();
}
