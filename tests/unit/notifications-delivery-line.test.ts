import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { DeliveryRounds } from '#server/exchange/notifications/delivery.ts';
import type { Notice } from '#server/exchange/notifications/notice.ts';
import { Outbox } from '#server/exchange/notifications/outbox.ts';

type Parts = ConstructorParameters<typeof DeliveryRounds>[0];

const CHANNEL = { id: 1, kind: 'webhook', lang: 'en', isConfirmed: true, sealed: '' } as const;
const BATCH = { put: () => {}, remove: () => {} };
const NOTICE = { timeMs: 0, botId: 1, botKind: 'spot_grid', name: '', market: 'BTC_USDT' } as const;
const WORDS = {
  protection: {
    ...NOTICE,
    kind: 'protection',
    code: 'exposure-warn',
    values: { limit: '1', quantity: '2', coin: 'BTC' },
  },
  liquidation: { ...NOTICE, kind: 'liquidation', code: 'liquidation-near', values: { percent: '1' } },
  end: { ...NOTICE, kind: 'end', code: 'ended', values: { reason: 'cancelled' } },
} as const satisfies Record<string, Notice>;

/** Rounds whose receivers answer when the test says so. Each account's channel leads to its own address. */
async function openRounds() {
  const outbox = await Outbox.open({ async *all() {} } as unknown as Parameters<typeof Outbox.open>[0]);
  const sent: { readonly userId: number; readonly kind: string }[] = [];
  const answers: (() => void)[] = [];
  const post = ({ url, body }: { url: string; body: string }) => {
    sent.push({ userId: Number(new URL(url).pathname.slice(1)), kind: JSON.parse(body).kind });
    return new Promise((resolve) => answers.push(() => resolve({ status: 200, text: '', waitMs: 0 })));
  };
  const state = { nowMs: 0, fails: false };
  const rounds = new DeliveryRounds({
    outbox,
    clock: { nowMs: () => state.nowMs },
    guard: { take: async () => 0, post },
    settings: { channel: () => CHANNEL, putChannel: () => {} },
    seal: {
      open: (_: string, place: string) =>
        JSON.stringify({ target: `https://a.test/${place.split('/')[1]}`, secret: 'x' }),
    },
    sequencer: {
      submit: async (command: (tx: unknown) => unknown) => {
        if (state.fails) throw new Error('the disk does not answer');
        return command({ ...BATCH, nowMs: state.nowMs });
      },
      onDisk: async () => {},
    },
    log: { error: () => {} },
  } as unknown as Parts);
  const put = (userId: number, kind: keyof typeof WORDS, count = 1) => {
    for (let i = 0; i < count; i += 1)
      outbox.add(BATCH, { userId, channelId: 1, notice: WORDS[kind], createMs: 0, dueMs: 0 });
  };
  /** One look, and the answers of all that it has begun. */
  const look = async () => {
    rounds.look();
    for (let i = 0; i < 20; i += 1) await nextTurn();
    for (const answer of answers.splice(0)) answer();
    for (let i = 0; i < 20; i += 1) await nextTurn();
  };
  return { put, look, sent, outbox, rounds, state, answers };
}

const STRANGERS = 60;
const HONEST = 1_000;

describe('the line of messages that leave', () => {
  it('what matters less is brought out too, though accounts of a stranger have hundreds waiting that matter most', async () => {
    const { put, look, sent } = await openRounds();
    for (let stranger = 1; stranger <= STRANGERS; stranger += 1) put(stranger, 'protection', 10);
    put(HONEST, 'end');
    for (let i = 0; i < STRANGERS && !sent.some(({ userId }) => userId === HONEST); i += 1) await look();
    // Two of eight are in turns of accounts: all sixty have been served once before, at the latest.
    expect(sent.some(({ userId }) => userId === HONEST)).toBe(true);
    expect(sent.length).toBeLessThanOrEqual(STRANGERS * 4 + 8);
  });

  it('of what matters as much the account comes first that has waited longest', async () => {
    const { put, look, sent } = await openRounds();
    for (let stranger = 1; stranger <= STRANGERS; stranger += 1) put(stranger, 'protection', 10);
    for (let i = 0; i < 10; i += 1) await look();
    put(HONEST, 'liquidation');
    await look();
    expect(sent.at(-8)).toEqual({ userId: HONEST, kind: 'liquidation' });
  });

  it('what the store cannot be told of rests before it is sent again, and holds up nobody who waits for all', async () => {
    const { put, look, sent, outbox, rounds, state, answers } = await openRounds();
    put(HONEST, 'end');
    state.fails = true;
    for (let second = 0; second < 30; second += 1) {
      state.nowMs = second * 1_000;
      await look();
    }
    expect(sent).toHaveLength(1);
    const settled = rounds.settle();
    for (let i = 0; i < 40; i += 1) await nextTurn();
    expect(answers).toEqual([]);
    await settled;
    state.nowMs = 30_000;
    state.fails = false;
    await look();
    expect(sent).toHaveLength(2);
    expect(outbox.size).toBe(0);
  });

  it('what matters most leaves first where there is room for all', async () => {
    const { put, look, sent } = await openRounds();
    for (let user = 1; user <= 12; user += 1) put(user, 'end');
    for (let user = 13; user <= 16; user += 1) put(user, 'liquidation');
    await look();
    expect(sent.slice(0, 4).map(({ kind }) => kind)).toEqual(Array(4).fill('liquidation'));
    for (let i = 0; i < 2; i += 1) await look();
    expect(sent).toHaveLength(16);
  });
});
