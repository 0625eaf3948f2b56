import { describe, expect, it } from 'vitest';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { formatAmount } from '#lib/money/amount.ts';
import type { ForkChange } from '#server/exchange/forks/fork-shape.ts';
import { kindsOfRun } from '#tests/support/kinds-of-run.ts';
import { openTestExchange, type TestExchange, type Who } from './exchange-fixture.ts';
import { KIND_BODIES, shownActions, startKind } from './exchange-kind-bodies.ts';
import { compared, forkedHere, MINUTE_MS } from './fork-bench.ts';
import { temporaryFolder } from './store-fixture.ts';

/** Forks that put money in: to be worked with, as margin, or as margin with another leverage. */

const HOUR_MS = 3_600_000;
const KINDS = kindsOfRun(2);
const isOnContract = (kind: RunnableKind): boolean => KIND_BODIES[kind].instrument.includes('@');

/** More money by its plan, as the dialog sends it. */
async function deposit(exchange: TestExchange, who: Who, id: number, money: string) {
  const path = { id };
  const plan = await exchange.send('investPlan', { who, path, body: { money } });
  const named = plan.data.plans.find((one: { readonly plan: string }) => one.plan === 'Investments Append');
  const body = { money, actions: shownActions(named.actions), plan: named.plan, fundpass: 'paper-fund' };
  return exchange.send('changeGridParams', { who, path, body });
}

/** By what is put in the kinds that take it, and the calls by which their owner does. */
const WAYS: Readonly<
  Record<
    string,
    {
      readonly kinds: readonly RunnableKind[];
      readonly asked: ForkChange;
      readonly send: (exchange: TestExchange, who: Who, id: number) => Promise<{ readonly code: number }>;
    }
  >
> = {
  'more money': {
    kinds: KINDS.filter((kind) => {
      const { takesMoney } = factsOf(kind);
      return takesMoney === 'always' || (takesMoney === 'on-spot' && !isOnContract(kind));
    }),
    asked: { money: '1500' },
    send: (exchange, who, id) => deposit(exchange, who, id, '1500'),
  },
  margin: {
    kinds: KINDS.filter((kind) => isOnContract(kind) && factsOf(kind).trades === 'market'),
    asked: { margin: '700' },
    send: (exchange, who, id) =>
      exchange.send('increaseBalance', {
        who,
        path: { id },
        body: { asset: 'USDT', amount: '700', fundpass: 'paper-fund' },
      }),
  },
  'margin with another leverage': {
    kinds: KINDS.filter((kind) => isOnContract(kind) && factsOf(kind).range === 'prices'),
    asked: { margin: '40', leverage: '9' },
    send(exchange, who, id) {
      const actions = [{ action: 'transfer', amount: '40', currency: 'USDT', leverage: '9' }];
      return exchange.send('updateGrid', { who, path: { id }, body: { actions, fundpass: 'paper-fund' } });
    },
  },
};

async function begun(kind: RunnableKind) {
  const exchange = await openTestExchange(temporaryFolder());
  const who = await exchange.trader();
  const id = await startKind(exchange, who, kind);
  await exchange.pass(HOUR_MS - 1_000, 2 * MINUTE_MS);
  return { exchange, who, id, timeMs: exchange.clock.nowMs() };
}

for (const [way, { kinds, asked, send }] of Object.entries(WAYS)) {
  describe(`a fork with ${way}`, () => {
    it.each(kinds)('of %s is the bot whose owner has put that in at that moment, to the last unit', async (kind) => {
      const real = await begun(kind);
      expect(await send(real.exchange, real.who, real.id)).toMatchObject({ code: 200 });
      await real.exchange.pass(4 * HOUR_MS, 2 * MINUTE_MS);
      const made = compared(await forkedHere(real.exchange, real.id, real.timeMs, null));

      const { exchange, id, timeMs } = await begun(kind);
      await exchange.pass(4 * HOUR_MS, 2 * MINUTE_MS);
      const { life, fork, real: asItWas, was } = compared(await forkedHere(exchange, id, timeMs, asked));
      expect(formatAmount(life.equity)).toBe(formatAmount(asItWas ?? -1n));
      expect(formatAmount(fork.equity)).toBe(formatAmount(made.real ?? -1n));
      expect(fork.finish).toEqual(made.life.finish);
      // What came in is no profit, but for the last unit, which both are rounded down to.
      const putIn = BigInt(asked.money ?? asked.margin ?? '0') * 100_000_000n;
      const off = fork.equity - life.equity - (fork.profit - life.profit) - putIn;
      expect(off >= -1n && off <= 1n).toBe(true);
      expect(fork.fall <= 1 && fork.fall >= 0).toBe(true);
      expect(Object.keys(was)).toEqual(expect.arrayContaining(Object.keys(asked)));
    });

    it('is of no other kind: the exchange says so in the words of the call', async () => {
      const others = ['spot-future-arbitrage', ...KINDS.filter((kind) => !kinds.includes(kind)).slice(0, 1)] as const;
      for (const kind of others as readonly RunnableKind[]) {
        const { exchange, who, id, timeMs } = await begun(kind);
        await exchange.pass(3 * MINUTE_MS, MINUTE_MS);
        const outcome = await forkedHere(exchange, id, timeMs, asked);
        const refused = await send(exchange, who, id).catch(() => null);
        expect(outcome).toMatchObject({ type: 'refused' });
        expect(refused?.code).not.toBe(200);
      }
    });
  });
}

describe('money of a fork', () => {
  it('is joined by what its owner put in later, with the fork’s own money and leverage', async () => {
    const { exchange, who, id, timeMs } = await begun('futures_grid');
    await exchange.pass(HOUR_MS, 2 * MINUTE_MS);
    const { send } = WAYS['more money'] as (typeof WAYS)[string];
    expect(await send(exchange, who, id)).toMatchObject({ code: 200 });
    await exchange.pass(HOUR_MS, 2 * MINUTE_MS);
    const levered = WAYS['margin with another leverage'] as (typeof WAYS)[string];
    expect(await levered.send(exchange, who, id)).toMatchObject({ code: 200 });
    await exchange.pass(HOUR_MS, 2 * MINUTE_MS);
    for (const [asked, putIn] of [
      [{ money: '250' }, 250n],
      [{ margin: '30', leverage: '7' }, 30n],
    ] as const) {
      const { life, fork, real } = compared(await forkedHere(exchange, id, timeMs, asked));
      expect(formatAmount(life.equity)).toBe(formatAmount(real ?? -1n));
      expect([life.later, fork.later]).toEqual([
        { made: 2, refused: 0, held: 0 },
        { made: 2, refused: 0, held: 0 },
      ]);
      expect(fork.equity - life.equity - (fork.profit - life.profit)).toBe(putIn * 100_000_000n);
    }
  });

  it.each(['futures_grid', 'smart-position'] as const)(
    'of %s and what came later are together what its owner would have put in both times, to the last unit',
    async (kind) => {
      const real = await begun(kind);
      expect((await deposit(real.exchange, real.who, real.id, '900')).code).toBe(200);
      const { exchange, who, id, timeMs } = await begun(kind);
      for (const one of [real, { exchange, who, id }]) {
        await one.exchange.pass(HOUR_MS, 2 * MINUTE_MS);
        expect((await deposit(one.exchange, one.who, one.id, '1500')).code).toBe(200);
        await one.exchange.pass(3 * HOUR_MS, 2 * MINUTE_MS);
      }
      const made = compared(await forkedHere(real.exchange, real.id, timeMs, null));
      const { fork } = compared(await forkedHere(exchange, id, timeMs, { money: '900' }));
      expect(fork.later).toEqual({ made: 1, refused: 0, held: 0 });
      expect(formatAmount(fork.equity)).toBe(formatAmount(made.real ?? -1n));
    },
  );

  it('is refused as the calls refuse it: none, too little, more than anybody may invest, or beside what another dialog asks', async () => {
    const { exchange, id, timeMs } = await begun('futures_grid');
    await exchange.pass(3 * MINUTE_MS, MINUTE_MS);
    const refusedAt = async (asked: ForkChange) => {
      const outcome = await forkedHere(exchange, id, timeMs, asked);
      return outcome.type === 'refused' ? outcome.refusal.data : outcome.type;
    };
    expect(await refusedAt({ margin: '0' })).toMatchObject({ field: 'margin', issue: 'margin-amount' });
    // Accounts are not looked at, so nothing is said of them.
    const most = { issue: 'fork-most', values: { max: '99999999' } };
    expect(await refusedAt({ margin: '100000000' })).toEqual({ field: 'margin', ...most });
    expect(await refusedAt({ money: '100000000' })).toEqual({ field: 'money', ...most });
    expect(await refusedAt({ leverage: '7' })).toMatchObject({ field: 'margin', issue: 'addition-least' });
    expect(await refusedAt({ margin: '10', leverage: '51' })).toMatchObject({ field: 'leverage' });
    const stop_loss = '0.15';
    expect(await refusedAt({ margin: '10', stop_loss })).toMatchObject({ field: 'stop_loss', issue: 'field.unused' });
    expect(await refusedAt({ money: '500', stop_loss })).toBe('compared');
  });

  it('is asked for over HTTP and told in the same words, beside what the bot had then', async () => {
    const { exchange, who, id, timeMs } = await begun('futures_grid');
    await exchange.pass(HOUR_MS, 2 * MINUTE_MS);
    const body = { time: timeMs / 1000, margin: '700' };
    expect(await exchange.send('startFork', { who, path: { id }, body })).toMatchObject({ code: 200 });
    const ask = async () => (await exchange.send('fork', { who, path: { id } })).data;
    await expect.poll(async () => (await ask()).status, { timeout: 120_000, interval: 10 }).toBe('done');
    const { asked, result } = await ask();
    expect(asked).toEqual(body);
    expect(result.comparison.was).toMatchObject({ margin: '0', money: '0', leverage: '5' });
    expect(Number(result.comparison.fork.equity) - Number(result.comparison.life.equity)).toBeCloseTo(700, 6);
  });
});
