import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RUNNABLE_KINDS, type RunnableKind } from '#lib/kinds/definitions.ts';
import type { UpstreamEndpointName } from '#server/exchange/http/handler.ts';
import { OWNERS_BOT_CALLS, PUBLIC_BOT_CALLS } from './exchange-bot-calls.ts';
import { openTestExchange, type TestAnswer, type TestExchange, type Who } from './exchange-fixture.ts';
import { startKind } from './exchange-kind-bodies.ts';

/**
 * H54 as a table: kind × flags × viewer × call. What is expected is written down here, by viewer and flag in the words
 * of the decision, and not asked of the policy that it holds.
 */

interface Flags {
  readonly isOpenParams: boolean;
  readonly isHide: boolean;
  readonly isHideOrder: boolean;
}

type Viewer = 'owner' | 'copier' | 'other' | 'guest';

const BOTH = [false, true];
const FLAGS: readonly Flags[] = BOTH.flatMap((isOpenParams) =>
  BOTH.flatMap((isHide) => BOTH.map((isHideOrder) => ({ isOpenParams, isHide, isHideOrder }))),
);
const VIEWERS: readonly Viewer[] = ['owner', 'copier', 'other', 'guest'];
const UNKNOWN_ID = 999_999;
const DAY_SECONDS = 86_400;

const folder = mkdtempSync(join(tmpdir(), 'visibility-'));
const bots = new Map<RunnableKind, { readonly original: number; readonly copy: number }>();
let exchange: TestExchange;
let who: Readonly<Record<Viewer, { who?: Who }>>;

/** Sets the flags of the originals; copies follow them and are as closed. No call does this: copying is not there yet. */
function setFlags(flags: Flags): void {
  const raw = new DatabaseSync(join(folder, 'exchange.db'));
  const put = raw.prepare("UPDATE item SET value = ? WHERE collection = 'bots' AND key = ?");
  const originals = new Map([...bots.values()].map(({ original, copy }) => [copy, original]));
  for (const { key, value } of raw.prepare("SELECT key, value FROM item WHERE collection = 'bots'").all()) {
    const stored = JSON.parse(String(value));
    const followId = originals.get(Number(key));
    Object.assign(stored.record, followId === undefined ? flags : { followId, isOpenParams: flags.isOpenParams });
    put.run(JSON.stringify(stored), key as string);
  }
  raw.close();
}

async function reopen(flags: Flags): Promise<void> {
  await exchange.kill();
  setFlags(flags);
  exchange = await openTestExchange(folder, { clock: exchange.clock });
  await exchange.pass(2_000);
  const register = {
    account: `other-${FLAGS.indexOf(flags)}`,
    password: 'correct-horse-1',
    fundpass: 'staple-battery-1',
  };
  const { data } = await exchange.send('upstreamRegister', { body: register });
  who = {
    owner: { who: await exchange.logIn('demo') },
    copier: { who: await exchange.logIn('copier') },
    other: { who: { authorization: `Bearer ${data.token}` } },
    guest: {},
  };
}

beforeAll(async () => {
  exchange = await openTestExchange(folder);
  const owner = await exchange.trader('demo');
  const copier = await exchange.trader('copier');
  for (const kind of RUNNABLE_KINDS) {
    const money = { fundpass: 'paper-fund' };
    bots.set(kind, {
      original: await startKind(exchange, owner, kind, money),
      copy: await startKind(exchange, copier, kind, money),
    });
  }
  await exchange.pass(3 * 3_600_000, 60_000);
}, 120_000);
afterAll(async () => {
  await exchange.kill();
  rmSync(folder, { recursive: true, force: true });
});

const ask = (viewer: Viewer, call: string, id: number, kind: string): Promise<TestAnswer> => {
  const shape = { ...PUBLIC_BOT_CALLS, ...OWNERS_BOT_CALLS }[call];
  if (shape === undefined) throw new Error(`no shape of ${call}`);
  return exchange.send(call as UpstreamEndpointName, { ...shape(id, kind), ...who[viewer] });
};

describe.each(FLAGS)('bots with %o (H54)', (flags) => {
  beforeAll(() => reopen(flags), 60_000);

  const { isOpenParams: isOpen, isHide, isHideOrder } = flags;

  it.each(VIEWERS)('as %s sees them', async (viewer) => {
    const isMine = viewer === 'owner';
    // Hidden: like an unknown bot to everybody but its owner and its copiers.
    const exists = isMine || viewer === 'copier' || !isHide;
    const wholeTrades = isMine || (isOpen && !isHideOrder);
    const plans = wholeTrades;
    for (const [kind, { original: id }] of bots) {
      if (!exists) {
        for (const call of Object.keys(PUBLIC_BOT_CALLS)) {
          const answer = await ask(viewer, call, id, kind);
          expect(answer, `${kind} ${call}`).toEqual(await ask(viewer, call, UNKNOWN_ID, kind));
          expect(answer.code, `${kind} ${call}`).toBe(404);
        }
        continue;
      }
      const { data: row } = await ask(viewer, 'strategyDetail', id, kind);
      const told = { kind, viewer, ...flags };
      expect({ ...told, params: row.params !== null }).toEqual({ ...told, params: isOpen || isMine });
      for (const field of ['money', 'profit', 'strategy_profit', 'fee', 'position', 'avg_hold_cost'] as const) {
        expect({ ...told, field, masked: row[field] === '-' }).toEqual({ ...told, field, masked: !(isOpen || isMine) });
      }
      // Copiers see what it can lose at worst, also of a closed bot.
      const exposure = isOpen || isMine || viewer === 'copier';
      for (const field of ['leverage', 'liq_price', 'full_liq_price'] as const) {
        expect({ ...told, field, masked: row[field] === '-' }).toEqual({ ...told, field, masked: !exposure });
      }
      for (const field of ['take_profit_price', 'stop_loss_price', 'max_order_amount'] as const) {
        expect({ ...told, field, masked: row[field] === '-' }).toEqual({ ...told, field, masked: !plans });
      }
      // Statistics are always shown (M-278, X33).
      expect(row).toMatchObject({
        profit_rate: expect.stringMatching(/\d/),
        max_draw_down: expect.stringMatching(/\d/),
        match_times: expect.any(Number),
        trade_num: expect.any(Number),
        win_num: expect.any(Number),
      });
      const curve = await ask(viewer, 'dailyCurve', id, kind);
      expect(curve.data[0]).toMatchObject({ profit_rate: expect.stringMatching(/\d/) });
      expect({ ...told, curve: curve.data[0].profit === '-' }).toEqual({ ...told, curve: !(isOpen || isMine) });
      const operations = await ask(viewer, 'operateRecords', id, kind);
      const values = operations.data.some((entry: { from: string; to: string }) => `${entry.from}${entry.to}` !== '');
      expect({ ...told, values }).toEqual({ ...told, values: plans });
      expect({ ...told, code: (await ask(viewer, 'openOrders', id, kind)).code }).toEqual({
        ...told,
        code: plans ? 200 : 403,
      });
      // Rises and falls within a day say when it traded.
      expect({ ...told, code: (await ask(viewer, 'earlyCurve', id, kind)).code }).toEqual({
        ...told,
        code: wholeTrades ? 200 : 403,
      });
      const trades = await ask(viewer, 'tradeRecords', id, kind);
      if (wholeTrades) {
        expect(trades.data.orders.every((order: { match_price: string }) => order.match_price !== '-')).toBe(true);
      } else if (isHideOrder) expect(trades).toMatchObject({ code: 403 });
      else {
        for (const order of trades.data.orders) {
          expect(order).toMatchObject({ match_price: '-', match_qty: '-', match_amount: '-', fee: '-', profit: '' });
          expect(order.finish_time % DAY_SECONDS).toBe(0);
          expect(order).toMatchObject({ level: -1, role: '', signal_type: '' });
        }
      }
    }
  });

  it('never tell an owner’s calls from those of an unknown bot when hidden, and refuse them when not', async () => {
    for (const [kind, { original: id }] of bots) {
      for (const call of Object.keys(OWNERS_BOT_CALLS)) {
        for (const viewer of ['other', 'copier'] as const) {
          const answer = await ask(viewer, call, id, kind);
          const told = { kind, call, viewer, ...flags };
          const isUnknown = isHide && viewer === 'other';
          expect({ ...told, code: answer.code }).toEqual({ ...told, code: isUnknown ? 404 : 403 });
          if (isUnknown) expect(answer, call).toEqual(await ask(viewer, call, UNKNOWN_ID, kind));
        }
      }
    }
  });

  it('show a copier of them his own money and executed orders, and not what stands or is planned', async () => {
    for (const [kind, { copy: id }] of bots) {
      const { data: row } = await ask('copier', 'strategyDetail', id, kind);
      const told = { kind, ...flags };
      expect({ ...told, params: row.params !== null }).toEqual({ ...told, params: isOpen });
      expect({
        ...told,
        money: row.money === '-',
        lever: row.leverage === '-',
        plan: row.max_order_amount === '-',
      }).toEqual({ ...told, money: false, lever: false, plan: !isOpen });
      expect((await ask('copier', 'tradeRecords', id, kind)).code).toBe(200);
      for (const call of ['openOrders', 'orderReasons', 'botWhy']) {
        const { code } = await ask('copier', call, id, kind);
        expect({ ...told, call, code }).toEqual({ ...told, call, code: isOpen ? 200 : 403 });
      }
      expect((await ask('copier', 'gridBalance', id, kind)).code).toBe(200);
    }
  });

  it('give rounds and legs away no more than trades', async () => {
    for (const kind of ['martingale', 'contract-martingale'] as const) {
      const id = bots.get(kind)?.original ?? 0;
      for (const viewer of ['other', 'guest'] as const) {
        const exists = !isHide;
        const present = await ask(viewer, 'cycleOrders', id, kind);
        const past = await ask(viewer, 'completedRounds', id, kind);
        const told = { kind, viewer, ...flags };
        const codes = { present: present.code, past: past.code };
        if (!exists) expect({ ...told, ...codes }).toEqual({ ...told, present: 404, past: 404 });
        else if (isHideOrder) expect({ ...told, ...codes }).toEqual({ ...told, present: 403, past: 403 });
        else expect({ ...told, ...codes }).toEqual({ ...told, present: isOpen ? 200 : 403, past: 200 });
        if (past.code === 200 && !isOpen) {
          expect(past.data.every((round: { profit: string }) => round.profit === '-')).toBe(true);
        }
      }
    }
    const arbitrage = bots.get('spot-future-arbitrage')?.original ?? 0;
    const legs = await ask('guest', 'arbitrageRecords', arbitrage, 'spot-future-arbitrage');
    expect(legs.code).toBe(isHide ? 404 : isHideOrder ? 403 : 200);
    if (legs.code === 200 && !isOpen) {
      expect(legs.data.orders.every((leg: { match_price: string }) => leg.match_price === '-')).toBe(true);
    }
  });
});
