import { describe, expect, it } from 'vitest';
import { EventCarrier, type StreamListener } from '#lib/client/event-carrier.ts';
import { LiveLine } from '#lib/client/live-line.ts';
import type { StreamEvent } from '#lib/contract/event-calls.ts';
import { testClock } from './line-clock.ts';

/** One stream a tab carries the calls that it tells of; polling returns with its end, and it comes back (H59). */

const ROOT = '/api/apiw/v2';
const TICKERS = `${ROOT}/market/tickers?market=BTC_USDT`;
const FUTURES = `${ROOT}/market/tickers?market=BTC_USDT&type=futures_usdt`;
const LIST = `${ROOT}/quant-trading/strategybot/get_all_strategy?page=1&status=running&strategy_type=spot_grid`;
const detail = (id: number) =>
  `${ROOT}/quant-trading/strategybot/get_all_strategy?strategy_id=${id}&strategy_type=spot_grid`;
const trades = (id: number) => `${ROOT}/grid-trading/order_record_pair/${id}?page_size=20`;
const BALANCE = `${ROOT}/quant-trading/available_balance?market=BTC_USDT`;
const TOLD = `${ROOT}/account/notifications?page_size=20`;
const LIMITS = '/api/apiw/v2/quant-trading/private/protection';
const UNREAD = `${ROOT}/account/notifications/count`;
const PLANS = '/api/autoinvest_center/auto_invest_plans?page=1&status=running';
const DEPTH = `${ROOT}/market/depth?market=BTC_USDT`;

interface Opened {
  readonly topics: string;
  readonly lastId: string;
  readonly listener: StreamListener;
  isClosed: boolean;
}

function tab({ viewer = 7, random = 0.5 }: { viewer?: number; random?: number } = {}) {
  const { clock, pass, nowMs } = testClock(random);
  const lines = new Map<string, LiveLine>();
  const asked = new Map<string, number>();
  const written: [string, unknown][] = [];
  const opened: Opened[] = [];
  const seen = { isHidden: false, rechecks: 0 };
  const carrier = new EventCarrier({
    open(topics, lastId, listener) {
      const one: Opened = { topics, lastId, listener, isClosed: false };
      opened.push(one);
      return () => {
        one.isClosed = true;
      };
    },
    *shown() {
      for (const entry of lines) if (entry[1].isWatched) yield entry;
    },
    write: (key, reply) => written.push([key, reply]),
    recheckViewer: () => {
      seen.rechecks += 1;
    },
    isHidden: () => seen.isHidden,
    tellBot: () => undefined,
    clock,
  });
  /** What the exchange's replies say that they contain now; null: they are on their way until `answer`. */
  const exchange = { place: '' as string | null };
  const answer = (key: string, place: string): void => lines.get(key)?.answered(place);
  const show = (key: string, intervalMs = 10_000): (() => void) => {
    const line = new LiveLine(clock);
    lines.set(key, line);
    const ask = (): void => {
      asked.set(key, (asked.get(key) ?? 0) + 1);
      line.asked();
      if (exchange.place !== null) line.answered(exchange.place);
    };
    const end = line.watch(intervalMs, ask);
    ask();
    carrier.changed();
    return () => {
      end();
      carrier.changed();
    };
  };
  const newest = (): Opened => opened.at(-1) as Opened;
  const tell = (event: StreamEvent, id = ''): void => {
    newest().listener.event(id, event);
    newest().listener.sign();
  };
  const greet = (more: Partial<Extract<StreamEvent, { type: 'hello' }>> = {}, id = 'aaaaaaaaaaaaaaaa-0'): void =>
    tell(
      {
        type: 'hello',
        is_resumed: false,
        user_id: viewer,
        topics: newest().topics === '' ? [] : newest().topics.split(','),
        bots: [1, 2],
        heartbeat_s: 5,
        ...more,
      },
      id,
    );
  /** The exchange's signs of life while time goes by. */
  const live = (ms: number): void => {
    for (let left = ms; left > 0; left -= 5_000) {
      pass(Math.min(left, 5_000));
      newest().listener.sign();
    }
  };
  carrier.watch(viewer);
  /** Questions since the last look. */
  const count = (key: string): number => {
    const times = asked.get(key) ?? 0;
    asked.set(key, 0);
    return times;
  };
  return {
    exchange,
    answer,
    carrier,
    show,
    pass,
    live,
    nowMs,
    opened,
    newest,
    tell,
    greet,
    count,
    written,
    seen,
    lines,
  };
}

const bot = (id: number): StreamEvent => ({
  type: 'bot',
  strategy_id: id,
  strategy_type: 'spot_grid',
  status: 'running',
  step: 'running',
  finish_as: '',
  fills: [],
  fill_count: 1,
  operations: [],
});

describe('the event stream of a tab', () => {
  it('is one for all that is shown, with the prices that are', () => {
    const { show, pass, opened } = tab();
    for (const key of [TICKERS, LIST, FUTURES, DEPTH]) show(key);
    pass(1_000);
    expect(opened.map(({ topics }) => topics)).toEqual(['futures_usdt:BTC_USDT,spot:BTC_USDT']);
  });

  it('is none where nothing of it is shown, where a guest sees no price, or before it is known who looks', () => {
    const nothing = tab();
    nothing.show(DEPTH);
    nothing.pass(60_000);
    const guest = tab({ viewer: 0 });
    guest.show(LIST);
    guest.pass(60_000);
    const unknown = tab();
    unknown.carrier.watch(undefined);
    unknown.show(TICKERS);
    unknown.pass(60_000);
    expect([nothing, guest, unknown].map(({ opened }) => opened.length)).toEqual([0, 0, 0]);
  });

  it('ends polling of what it tells of, and of nothing else', () => {
    const { show, pass, live, greet, count } = tab();
    const keys = [TICKERS, LIST, detail(1), detail(3), trades(2), `${trades(1)}#all`, BALANCE, DEPTH];
    for (const key of keys) show(key);
    pass(1_000);
    greet();
    pass(1_000);
    keys.map(count);
    live(60_000);
    // Bot 3 is somebody else's: the stream says nothing of it.
    expect(keys.slice(1).map(count)).toEqual([0, 0, 6, 0, 0, 0, 6]);
  });

  it('has prices polled that it does not bring, though it lives, and not those that it does', () => {
    const { show, pass, live, greet, tell, count, lines } = tab();
    show(TICKERS, 1_000);
    show(FUTURES, 1_000);
    pass(1_000);
    greet();
    for (const key of [TICKERS, FUTURES]) count(key);
    for (let second = 0; second < 60; second += 1) {
      live(1_000);
      tell({ type: 'tickers', topic: 'spot:BTC_USDT', rows: [] });
      expect(lines.get(FUTURES)?.isStale()).toBe(false);
    }
    expect([count(TICKERS), count(FUTURES)]).toEqual([0, 20]);
  });

  it('brings prices along, under every name that they are asked by', () => {
    const { show, pass, greet, tell, count, written, lines } = tab();
    const spelled = `${TICKERS}&type=spot`;
    show(TICKERS, 1_000);
    show(spelled, 1_000);
    pass(1_000);
    greet();
    const rows = [{ market: 'BTC_USDT', last: '1' }] as never;
    tell({ type: 'tickers', topic: 'spot:BTC_USDT', rows });
    const reply = { code: 200, message: '', data: rows };
    expect(written).toEqual([
      [TICKERS, reply],
      [spelled, reply],
    ]);
    count(TICKERS);
    pass(3_000);
    // A stream that lives and brings no prices leaves them to be asked for.
    tell(bot(1));
    expect(count(TICKERS)).toBe(1);
    pass(4_000);
    expect([count(TICKERS), lines.get(TICKERS)?.isStale()]).toEqual([1, false]);
  });

  it('has asked at once what an event changed, of one bot or of all', () => {
    const { show, pass, greet, tell, count } = tab();
    const keys = [LIST, detail(1), detail(2), trades(1), trades(2), BALANCE, TICKERS, TOLD, UNREAD, LIMITS];
    for (const key of keys) show(key);
    pass(1_000);
    greet();
    pass(1_500);
    keys.map(count);
    // Fills of ten minutes are one notification, told anew: the list is another one, its number is not.
    tell(bot(1), 'aaaaaaaaaaaaaaaa-1');
    expect(keys.map(count)).toEqual([1, 1, 0, 1, 0, 0, 0, 1, 0, 0]);
    pass(1_500);
    tell({ type: 'balance', account: 'spot', assets: ['USDT'] });
    expect(keys.map(count)).toEqual([0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
    pass(1_500);
    tell({ type: 'notification' });
    expect(keys.map(count)).toEqual([0, 0, 0, 0, 0, 0, 0, 1, 1, 0]);
    pass(1_500);
    tell({ type: 'figures' });
    expect(keys.map(count)).toEqual([1, 1, 1, 0, 0, 0, 0, 0, 0, 0]);
    pass(1_500);
    tell({ type: 'protection' });
    expect(keys.map(count)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    pass(1_500);
    tell({ type: 'gap' });
    expect(keys.map(count)).toEqual([1, 1, 1, 1, 1, 1, 0, 1, 1, 1]);
  });

  it('learns of bots that are new', () => {
    const { show, pass, live, greet, tell, count } = tab();
    show(detail(9));
    show(LIST);
    pass(1_000);
    greet();
    tell(bot(9));
    pass(1_000);
    count(detail(9));
    live(60_000);
    expect(count(detail(9))).toBe(0);
  });

  it('gives a guest prices and leaves the rest to polling', () => {
    const { show, pass, live, greet, tell, count } = tab({ viewer: 0 });
    show(TICKERS);
    show(detail(1));
    pass(1_000);
    greet({ is_resumed: true, bots: [] }, '');
    count(TICKERS);
    count(detail(1));
    for (let second = 0; second < 60; second += 1) {
      live(1_000);
      tell({ type: 'tickers', topic: 'spot:BTC_USDT', rows: [] });
    }
    expect(count(TICKERS)).toBe(0);
    expect(count(detail(1))).toBe(6);
  });
});

describe('replies that say which events they contain (issue 12)', () => {
  const at = (sequence: number, name = 'a') => `${name.repeat(16)}-${sequence}`;
  const keys = [LIST, detail(1), BALANCE, TOLD, PLANS];

  it('are asked for once on load: the stream goes on from what they contain', () => {
    const { exchange, show, pass, live, greet, newest, count } = tab();
    exchange.place = at(5);
    for (const key of keys) show(key);
    exchange.place = at(6);
    show(LIMITS);
    pass(1_000);
    // From the first of them on.
    expect(newest().lastId).toBe(at(5));
    greet({ is_resumed: true }, at(6));
    live(60_000);
    expect([...keys, LIMITS].map(count)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it('are asked for again where something happened between them and the stream, and only what it changed', () => {
    const { exchange, show, pass, greet, tell, count } = tab();
    exchange.place = at(5);
    for (const key of keys) show(key);
    pass(1_000);
    exchange.place = at(6);
    greet({ is_resumed: true }, '');
    tell({ type: 'earn' }, at(6));
    pass(2_000);
    expect(keys.map(count)).toEqual([1, 1, 1, 1, 2]);
  });

  it('are asked for once where the stream is older than all that they do not contain, though it resumes nothing', () => {
    const { exchange, answer, show, pass, live, greet, newest, count } = tab();
    exchange.place = null;
    for (const key of keys) show(key);
    pass(1_000);
    expect(newest().lastId).toBe('');
    greet({}, at(7));
    // Two came as the stream began, one was read before it, one does not say, one is of another exchange.
    [at(7), at(9), at(6), '', at(8, 'b')].forEach((place, index) => {
      answer(keys[index] as string, place);
    });
    exchange.place = at(9);
    live(60_000);
    expect(keys.map(count)).toEqual([1, 1, 2, 2, 2]);
  });

  it('may be of several exchanges: then nothing is missed, since all is asked anew', () => {
    const { exchange, show, pass, greet, newest, count } = tab();
    exchange.place = at(5);
    show(LIST);
    exchange.place = at(2, 'b');
    show(BALANCE);
    pass(1_000);
    expect(newest().lastId).toBe('');
    greet({}, at(2, 'b'));
    pass(2_000);
    expect([count(LIST), count(BALANCE)]).toEqual([2, 1]);
  });

  it('stand where the stream is while it carries them: one that begins anew asks only for what happened without it', () => {
    const { exchange, show, pass, greet, tell, newest, count } = tab();
    exchange.place = at(5);
    for (const key of [LIST, BALANCE]) show(key);
    pass(1_000);
    greet({ is_resumed: true }, at(5));
    tell({ type: 'notification' }, at(6));
    newest().listener.over(0, 0);
    pass(1_000);
    expect(newest().lastId).toBe(at(6));
    // It is not known there any more, and nothing has happened since.
    greet({ is_resumed: false }, at(6));
    pass(2_000);
    expect([count(LIST), count(BALANCE)]).toEqual([1, 1]);
    newest().listener.over(0, 0);
    pass(1_000);
    greet({ is_resumed: false }, at(7));
    pass(2_000);
    expect([count(LIST), count(BALANCE)]).toEqual([1, 1]);
  });
});

describe('a stream that dies', () => {
  it('leaves polling behind, comes back by itself, goes on where it stopped, and asks nothing that was not missed', () => {
    const { show, pass, greet, tell, opened, newest, count } = tab();
    show(LIST);
    pass(1_000);
    greet();
    tell(bot(1), 'aaaaaaaaaaaaaaaa-4');
    pass(2_000);
    count(LIST);
    newest().listener.over(0, 0);
    expect(newest().isClosed).toBe(true);
    pass(1_000);
    expect(opened.map(({ lastId }) => lastId)).toEqual(['', 'aaaaaaaaaaaaaaaa-4']);
    pass(10_000);
    expect(count(LIST)).toBe(1);
    greet({ is_resumed: true }, 'aaaaaaaaaaaaaaaa-4');
    pass(4_000);
    expect(count(LIST)).toBe(0);
  });

  it('asks everything anew when what was missed is not known', () => {
    const { show, pass, greet, newest, count } = tab();
    show(LIST);
    pass(1_000);
    greet();
    newest().listener.over(0, 0);
    pass(2_000);
    count(LIST);
    greet({ is_resumed: false });
    pass(1_000);
    expect(count(LIST)).toBe(1);
  });

  it('is noticed by its silence, a beginning that does not come too', () => {
    const { show, pass, live, greet, opened, count } = tab();
    show(LIST);
    pass(1_000);
    greet();
    live(20_000);
    expect(opened).toHaveLength(1);
    pass(11_999);
    expect(opened[0]?.isClosed).toBe(false);
    pass(1);
    expect(opened[0]?.isClosed).toBe(true);
    pass(1_000);
    expect(opened).toHaveLength(2);
    count(LIST);
    pass(12_000);
    expect(opened[1]?.isClosed).toBe(true);
    expect(count(LIST)).toBeGreaterThan(0);
  });

  it('is tried again ever more seldom, with jitter, never before it was asked to, and a good one begins anew', () => {
    for (const random of [0, 0.999]) {
      const { show, pass, opened, newest, greet, nowMs } = tab({ random });
      show(LIST);
      pass(1_000);
      const gaps: number[] = [];
      for (let times = 0; times < 8; times += 1) {
        const before = opened.length;
        const overMs = nowMs();
        newest().listener.over(503, 0);
        while (opened.length === before) pass(50);
        gaps.push(nowMs() - overMs);
      }
      expect(Math.max(...gaps)).toBeLessThanOrEqual(30_050);
      expect(gaps.every((gap, index) => index === 0 || gap >= (gaps[index - 1] as number))).toBe(true);
      expect(gaps[0]).toBeLessThanOrEqual(1_050);
      const before = opened.length;
      newest().listener.over(429, 60_000);
      pass(59_000);
      expect(opened).toHaveLength(before);
      pass(1_100);
      expect(opened).toHaveLength(before + 1);
      greet();
      newest().listener.over(0, 0);
      pass(1_100);
      expect(opened).toHaveLength(before + 2);
    }
  });

  it('is not asked for again for long where the exchange has none', () => {
    const { show, pass, opened, newest } = tab();
    show(LIST);
    pass(1_000);
    newest().listener.over(404, 0);
    show(detail(1));
    pass(590_000);
    expect(opened).toHaveLength(1);
    pass(11_000);
    expect(opened).toHaveLength(2);
  });
});

describe('a stream is changed', () => {
  it('for prices that it does not carry, not for those that are needed no more, and goes on where it stood', () => {
    const { show, pass, greet, opened } = tab();
    const end = show(TICKERS);
    show(LIST);
    pass(1_000);
    greet({}, 'aaaaaaaaaaaaaaaa-3');
    end();
    pass(1_000);
    expect(opened).toHaveLength(1);
    show(FUTURES);
    pass(1_000);
    expect(opened[0]?.isClosed).toBe(true);
    expect(opened[1]).toMatchObject({ topics: 'futures_usdt:BTC_USDT', lastId: 'aaaaaaaaaaaaaaaa-3', isClosed: false });
  });

  it('is ended by a hidden tab, and opened again where it stood', () => {
    const { show, pass, greet, opened, seen, carrier } = tab();
    show(LIST);
    pass(1_000);
    greet({}, 'aaaaaaaaaaaaaaaa-3');
    seen.isHidden = true;
    carrier.changed();
    pass(60_000);
    expect(opened.map(({ isClosed }) => isClosed)).toEqual([true]);
    seen.isHidden = false;
    carrier.changed();
    pass(1_000);
    expect(opened[1]).toMatchObject({ lastId: 'aaaaaaaaaaaaaaaa-3', isClosed: false });
  });

  it('is another’s after a login: nothing of the one is told to the other', () => {
    const { show, pass, greet, opened, carrier } = tab();
    show(LIST);
    pass(1_000);
    greet({}, 'aaaaaaaaaaaaaaaa-3');
    carrier.watch(8);
    pass(1_000);
    expect(opened.map(({ lastId, isClosed }) => [lastId, isClosed])).toEqual([
      ['', true],
      ['', false],
    ]);
  });

  it('that is not for who looks carries nothing of his, and has it looked at who that is', () => {
    const { show, pass, live, greet, count, seen, tell } = tab();
    show(LIST);
    pass(1_000);
    greet({ user_id: 0, bots: [], is_resumed: true }, '');
    expect(seen.rechecks).toBe(1);
    count(LIST);
    live(60_000);
    expect(count(LIST)).toBe(6);
    tell({ type: 'end', reason: 'session' });
    expect(seen.rechecks).toBe(2);
  });

  it('loses no change while another screen opens the same call, or the stream is opened anew', () => {
    const { show, pass, tell, greet, count, newest, lines } = tab();
    show(LIST);
    pass(1_000);
    greet();
    pass(5_000);
    count(LIST);
    tell(bot(1), 'aaaaaaaaaaaaaaaa-1');
    expect(count(LIST)).toBe(1);
    // Less than a second after it was asked: it waits for its turn.
    pass(100);
    tell(bot(1), 'aaaaaaaaaaaaaaaa-2');
    lines.get(LIST)?.watch(30_000, () => {});
    pass(1_000);
    expect(count(LIST)).toBe(1);
    tell(bot(1), 'aaaaaaaaaaaaaaaa-3');
    pass(50);
    tell(bot(1), 'aaaaaaaaaaaaaaaa-4');
    count(LIST);
    // Another market is looked at: another topic, another stream, which goes on after the last event.
    show(TICKERS);
    pass(300);
    expect(newest().lastId).toBe('aaaaaaaaaaaaaaaa-4');
    greet({ is_resumed: true }, 'aaaaaaaaaaaaaaaa-4');
    pass(1_000);
    expect(count(LIST)).toBe(1);
  });
});
