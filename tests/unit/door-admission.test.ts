import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { ENDPOINTS, type EndpointName } from '#lib/contract/endpoints.ts';
import { createAdmission, type Entrance } from '#server/door/admission.ts';
import { createConnections } from '#server/door/connections.ts';
import { isOrdinary } from '#server/door/ordinary-calls.ts';
import { isSlow, type Work, workOf } from '#server/door/work.ts';

const READ: Work = { sort: 'read', cost: 1 };
const HEAVY: Work = { sort: 'heavy', cost: 5 };

function open(addressBudget = 60) {
  let nowMs = 0;
  const admission = createAdmission({ addressBudget, nowMs: () => nowMs });
  const stranger = (address: string, work: Work) => admission.enter({ address, device: null }, work);
  const device = (id: string, work: Work, address = '9.9.9.9') => admission.enter({ address, device: id }, work);
  return {
    stranger,
    device,
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

const statusOf = (entrance: Entrance) => (entrance.isIn ? 200 : entrance.status);
const visit = async (entering: Promise<Entrance>) => {
  const entrance = await entering;
  if (entrance.isIn) entrance.leave();
  return statusOf(entrance);
};

describe('event streams (H59)', () => {
  const STREAM: Work = { sort: 'stream', cost: 5 };

  it('are counted by themselves: neither they nor quick readings take the other’s places', async () => {
    const { stranger } = open(1_000);
    for (let one = 0; one < 40; one += 1) expect(statusOf(await stranger('1.1.1.1', STREAM))).toBe(200);
    for (let one = 0; one < 12; one += 1) expect(statusOf(await stranger('1.1.1.1', READ))).toBe(200);
    expect(await stranger('1.1.1.1', STREAM)).toEqual({ isIn: false, status: 429, retryAfterS: 10 });
    expect(statusOf(await stranger('2.2.2.2', STREAM))).toBe(200);
  });

  it('of one browser are sixteen, whatever its address; one that left makes room', async () => {
    const { device } = open(1_000);
    const entrances: Entrance[] = [];
    for (let one = 0; one < 16; one += 1) entrances.push(await device('mine', STREAM));
    expect(entrances.map(statusOf)).toEqual(Array(16).fill(200));
    expect(statusOf(await device('mine', STREAM))).toBe(429);
    expect(statusOf(await device('hers', STREAM))).toBe(200);
    const [first] = entrances;
    if (first?.isIn) first.leave();
    expect(statusOf(await device('mine', STREAM))).toBe(200);
  });

  it('have so many places in all, and no more', async () => {
    const { stranger } = open(1_000);
    for (let one = 0; one < 2_500; one += 1) await stranger(`10.0.${one % 250}.${Math.floor(one / 250)}`, STREAM);
    expect(await stranger('9.9.9.9', STREAM)).toEqual({ isIn: false, status: 503, retryAfterS: 10 });
    expect(statusOf(await stranger('9.9.9.9', READ))).toBe(200);
  });

  it('is what the door takes the call of the contract for', () => {
    expect(workOf('GET', '/api/events?topics=spot')).toEqual(STREAM);
  });
});

describe('budgets of work (F3)', () => {
  it('give each address so much in ten seconds, dear readings for more than cheap ones, and say when to come again', async () => {
    const { stranger, pass } = open();
    for (let call = 0; call < 120; call += 1) expect(await visit(stranger('1.1.1.1', HEAVY))).toBe(200);
    expect(await stranger('1.1.1.1', HEAVY)).toEqual({ isIn: false, status: 429, retryAfterS: 10 });
    expect(await visit(stranger('2.2.2.2', HEAVY))).toBe(200);
    pass(10_000);
    for (let call = 0; call < 600; call += 1) expect(await visit(stranger('1.1.1.1', READ))).toBe(200);
    expect(await visit(stranger('1.1.1.1', READ))).toBe(429);
  });

  it('are a browser’s own where somebody has logged in, whatever strangers of its address do', async () => {
    const { stranger, device } = open();
    for (let call = 0; call < 700; call += 1) await visit(stranger('9.9.9.9', READ));
    expect(await visit(stranger('9.9.9.9', READ))).toBe(429);
    for (let call = 0; call < 1_200; call += 1) expect(await visit(device('mine', READ))).toBe(200);
    expect(await visit(device('mine', READ))).toBe(429);
    expect(await visit(device('hers', READ))).toBe(200);
  });

  it('charge every write that needs no session', () => {
    const cost = (line: string) => {
      const [method = '', path = ''] = line.split(' ');
      return workOf(method, path).cost;
    };
    expect(cost('POST /api/session')).toBe(40);
    expect(cost('POST /api/account')).toBe(80);
    for (const [path, hashes] of [
      ['password', 120],
      ['fund_password', 120],
      ['second_factor/begin', 40],
      ['second_factor/remove', 40],
    ] as const)
      expect(workOf('POST', `/api/apiw/v2/account/${path}`)).toEqual({ sort: 'login', cost: hashes });
    expect(cost('POST /api/client-errors?x=1')).toBe(20);
    expect(cost('GET /api/apiw/v2/market/candles?market=BTC_USDT')).toBe(5);
    expect(cost('GET /api/apiw/v2/market/tickers')).toBe(3);
    expect(cost('GET /api/apiw/v2/quant-trading/backtest/order/17')).toBe(5);
    // What the contract's router does not find is no call, whatever stands at its beginning.
    expect(cost('GET /api/apiw/v2/quant-trading/backtest/order/%zz')).toBe(3);
    expect(cost('POST /api/apiw/v2/quant-trading/backtest/order/17')).toBe(3);
    expect(cost('GET /en/strategybot/detail/spot-grid/7/opengraph-image')).toBe(30);
    expect(cost('GET /_next/static/chunks/a.js')).toBeLessThan(1);
    expect(cost('GET /en/strategybot/trade')).toBe(5);
    for (const page of ['/en/trade/BTC_USDT?x', '/zh/login', '/en/account']) expect(cost(`GET ${page}`), page).toBe(25);
  });
});

describe('what an answer took (F3)', () => {
  const LIST: Work = { sort: 'read', cost: 61, least: 1 };
  const answer = async (entering: Promise<Entrance>, spent: number) => {
    const entrance = await entering;
    if (entrance.isIn) {
      entrance.leave(spent);
      // Twice said is once charged.
      entrance.leave(spent);
    }
    return statusOf(entrance);
  };

  it('is charged to whoever asked, and what was paid in advance beyond it is given back, but never what is sure', async () => {
    const { stranger } = open();
    expect(await answer(stranger('1.1.1.1', LIST), 0)).toBe(200);
    expect(await answer(stranger('1.1.1.1', LIST), 100)).toBe(200);
    expect(await answer(stranger('1.1.1.1', HEAVY), 2)).toBe(200);
    // 1, 1 + 100 and 5 + 2 of 600: this one fits exactly.
    expect(await visit(stranger('1.1.1.1', { sort: 'read', cost: 491 }))).toBe(200);
    expect(await visit(stranger('1.1.1.1', READ))).toBe(429);
    expect(await visit(stranger('2.2.2.2', READ))).toBe(200);
  });

  it('is charged to a device and to its address', async () => {
    const { device } = open();
    for (let i = 0; i < 3; i += 1) expect(await answer(device(`one ${i}`, READ), 800)).toBe(200);
    expect(await visit(device('one 0', READ))).toBe(429);
    expect(await visit(device('another', READ))).toBe(429);
    expect(await visit(device('another', READ, '8.8.8.8'))).toBe(200);
    expect(await visit(device('one 0', { sort: 'read', cost: 500 }, '8.8.8.8'))).toBe(429);
  });

  it('is all that is owed: what was refused costs nobody a longer wait than he was told', async () => {
    for (const who of ['stranger', 'device'] as const) {
      const doors = open();
      const ask = (work: Work) => doors[who]('1.1.1.1', work);
      const whole = who === 'stranger' ? 600 : 1_200;
      expect(await visit(ask({ sort: 'read', cost: whole - 1 }))).toBe(200);
      const last = await ask(READ);
      for (let i = 0; i < 3_000; i += 1) expect(await visit(ask(READ))).toBe(429);
      expect(await ask(READ)).toEqual({ isIn: false, status: 429, retryAfterS: 10 });
      if (last.isIn) last.leave();
      doors.pass(10_000);
      expect([who, await visit(ask(READ))]).toEqual([who, 200]);
    }
  });

  it('beyond a budget is paid with the next ones, for a minute at most', async () => {
    const { stranger, pass } = open();
    expect(await answer(stranger('1.1.1.1', READ), 1_799)).toBe(200);
    expect(await stranger('1.1.1.1', READ)).toEqual({ isIn: false, status: 429, retryAfterS: 30 });
    pass(29_000);
    expect(await visit(stranger('1.1.1.1', READ))).toBe(429);
    pass(1_100);
    expect(await answer(stranger('1.1.1.1', READ), 1_000_000)).toBe(200);
    expect(await stranger('1.1.1.1', READ)).toEqual({ isIn: false, status: 429, retryAfterS: 60 });
    pass(60_000);
    expect(await visit(stranger('1.1.1.1', READ))).toBe(200);
  });

  it('that comes when its window is over is the next one’s', async () => {
    const { stranger, pass } = open();
    const slow = await stranger('1.1.1.1', READ);
    pass(11_000);
    if (slow.isIn) slow.leave(601);
    expect(await visit(stranger('1.1.1.1', READ))).toBe(429);
  });
});

describe('places (F5)', () => {
  it('are so many for all strangers together, and devices have others', async () => {
    const { stranger, device } = open();
    const inside: Entrance[] = [];
    for (let i = 0; i < 500; i += 1) inside.push(await stranger(`1.1.${i >> 8}.${i & 255}`, READ));
    expect(inside.filter(({ isIn }) => isIn).length).toBe(48);
    // A full house is cheaper the later they come back.
    expect(await stranger('7.7.7.7', READ)).toEqual({ isIn: false, status: 503, retryAfterS: 3 });
    expect(statusOf(await device('mine', READ))).toBe(200);
    const first = inside[0];
    if (first?.isIn) {
      first.leave();
      // Twice said is once gone.
      first.leave();
    }
    expect(statusOf(await stranger('7.7.7.7', READ))).toBe(200);
    expect(statusOf(await stranger('7.7.7.8', READ))).toBe(503);
  });

  it('keep slow sorts from taking those of quick ones', async () => {
    const { stranger } = open();
    for (let i = 0; i < 50; i += 1) await stranger(`1.1.1.${i}`, HEAVY);
    expect(statusOf(await stranger('7.7.7.7', HEAVY))).toBe(503);
    expect(statusOf(await stranger('7.7.7.7', READ))).toBe(200);
  });

  it('are taken from those first who have used most of their budgets: a newcomer finds one in a flood', async () => {
    const { stranger } = open();
    const flood = async () => {
      for (let i = 0; i < 200; i += 1) await stranger(`6.6.6.${i % 200}`, { sort: 'read', cost: 20 });
    };
    for (let i = 0; i < 200; i += 1)
      for (let n = 0; n < 20; n += 1) await visit(stranger(`6.6.6.${i}`, { sort: 'read', cost: 20 }));
    await flood();
    expect(statusOf(await stranger('7.7.7.7', READ))).toBe(200);
  });

  it('are few for one client', async () => {
    const { stranger, device } = open();
    for (let i = 0; i < 100; i += 1) {
      await stranger('1.1.1.1', READ);
      await device('mine', READ);
    }
    expect(statusOf(await stranger('1.1.1.1', READ))).toBe(503);
    expect(statusOf(await stranger('1.1.1.2', READ))).toBe(200);
    expect(statusOf(await device('mine', READ))).toBe(503);
    expect(statusOf(await device('hers', READ))).toBe(200);
  });
});

describe('devices of one address (F1)', () => {
  const SORTS = ['page', 'file', 'read', 'heavy', 'login', 'stream'] as const;

  it('spend together what four addresses may, however many there are, and not what those of others spend', async () => {
    const { device, stranger } = open();
    let spent = 0;
    for (let i = 0; i < 30; i += 1) {
      while (spent < 10_000 && (await visit(device(`thief ${i}`, READ))) === 200) spent += 1;
    }
    expect(spent).toBe(4 * 60 * 10);
    // Strangers of the address have a budget beside it, and a device one elsewhere.
    expect(await visit(stranger('9.9.9.9', READ))).toBe(200);
    expect(await visit(device('mine', READ, '8.8.8.8'))).toBe(200);
  });

  it('get back what their own budget gave when the address’s has nothing left', async () => {
    const { device, pass } = open();
    for (let i = 0; i < 4; i += 1) await visit(device(`others ${i}`, { sort: 'read', cost: 600 }));
    for (let i = 0; i < 100; i += 1) expect(await visit(device('mine', { sort: 'read', cost: 20 }))).toBe(429);
    for (let i = 0; i < 60; i += 1)
      expect(await visit(device('mine', { sort: 'read', cost: 20 }, '8.8.8.8'))).toBe(200);
    pass(10_000);
    expect(await visit(device('mine', READ))).toBe(200);
  });

  it.each(SORTS)('leave half the places of a %s to the devices of others at least', async (sort) => {
    const { device } = open(1_000_000);
    let taken = 0;
    for (let i = 0; i < 3_000; i += 1) if ((await device(`thief ${i}`, { sort, cost: 1 })).isIn) taken += 1;
    expect(taken).toBe({ page: 48, file: 256, read: 64, heavy: 24, login: 32, stream: 256 }[sort]);
    expect(statusOf(await device('thief', { sort, cost: 1 }))).toBe(sort === 'stream' ? 429 : 503);
    expect(statusOf(await device('mine', { sort, cost: 1 }, '8.8.8.8'))).toBe(200);
  });

  it('known of an honest owner get in while strangers flood, from his address too, and thirty devices of one address', async () => {
    const { device, stranger } = open();
    // He has been at work: a fifth of his budget is spent.
    expect(await visit(device('mine', { sort: 'read', cost: 240 }, '8.8.8.8'))).toBe(200);
    for (let i = 0; i < 2_000; i += 1) {
      const work = { sort: SORTS[i % 6] ?? 'read', cost: 1 };
      await stranger(i % 2 === 0 ? '8.8.8.8' : `7.7.${i >> 8}.${i & 255}`, work);
      await device(`thief ${Math.floor(i / 5) % 30}`, work);
    }
    for (const sort of SORTS) expect(statusOf(await device('mine', { sort, cost: 5 }, '8.8.8.8')), sort).toBe(200);
  });
});

/** A connection as far as the bounds look at it. */
class LookedAt extends EventEmitter {
  readonly remoteAddress: string;
  /** Of what was written, what is not read yet. */
  writableLength = 0;
  bytesRead = 0;
  isCut = false;

  constructor(remoteAddress: string) {
    super();
    this.remoteAddress = remoteAddress;
  }

  get bytesWritten(): number {
    return this.bytesRead + this.writableLength;
  }

  destroy(): void {
    this.isCut = true;
    this.emit('close');
  }
}

describe('connections (F6)', () => {
  function bounds(most?: number) {
    let nowMs = 0;
    const connections = createConnections({
      isProxy: (address) => address === '10.0.0.1',
      nowMs: () => nowMs,
      ...(most === undefined ? {} : { most }),
    });
    const come = (address: string) => {
      const socket = new LookedAt(address);
      connections.add(socket as unknown as Socket);
      return socket;
    };
    const pass = (ms: number) => {
      nowMs += ms;
      connections.sweep();
    };
    return { connections, come, pass };
  }

  it('are bounded per address, a proxy of ours excepted', () => {
    const { connections, come } = bounds();
    for (let i = 0; i < 300; i += 1) come('1.1.1.1');
    for (let i = 0; i < 300; i += 1) come('10.0.0.1');
    expect(connections.count).toBe(256 + 300);
    expect(come('2.2.2.2').isCut).toBe(false);
  });

  it('are bounded in all: the address that has most gives one up for the next', () => {
    const { connections, come } = bounds(100);
    const greedy = Array.from({ length: 90 }, () => come('1.1.1.1'));
    for (let i = 0; i < 10; i += 1) come(`2.2.2.${i}`);
    expect(come('3.3.3.3').isCut).toBe(false);
    expect(greedy.filter(({ isCut }) => isCut).length).toBe(1);
    expect(connections.count).toBe(100);
  });

  it('of one IPv6 network are one subscriber’s: whoever takes another of its addresses each time takes nobody else’s', () => {
    const { connections, come } = bounds(400);
    const honest = Array.from({ length: 6 }, () => come('2001:db8:7::1'));
    const greedy = Array.from({ length: 300 }, (_, i) => come(`2001:db8:6:6::${(i + 1).toString(16)}`));
    expect(greedy.filter(({ isCut }) => isCut)).toHaveLength(300 - 256);
    expect(connections.count).toBe(6 + 256);
    for (let i = 0; i < 200; i += 1) come(`198.51.100.${i}`);
    expect(honest.filter(({ isCut }) => isCut)).toEqual([]);
    // An IPv4 address is the same, however the system dresses it.
    const others = bounds();
    for (let i = 0; i < 256; i += 1) others.come(i % 2 === 0 ? '::ffff:203.0.113.1' : '203.0.113.1');
    expect(others.come('203.0.113.1').isCut).toBe(true);
  });

  it('are cut when what was sent is not read, and not while somebody reads', () => {
    const { come, pass } = bounds();
    const [never, slow, quick] = [come('1.1.1.1'), come('1.1.1.2'), come('1.1.1.3')];
    never.writableLength = 160 * 1024;
    slow.writableLength = 1_600 * 1024;
    quick.writableLength = 160 * 1024;
    pass(0);
    quick.writableLength = 0;
    pass(10_000);
    quick.writableLength = 160 * 1024;
    pass(10_500);
    expect([never.isCut, slow.isCut, quick.isCut]).toEqual([true, false, false]);
    pass(90_000);
    expect(slow.isCut).toBe(true);
  });

  it('are not cut while a long answer is read steadily, piece by piece or as it was written', () => {
    const { come, pass } = bounds();
    const [pieces, whole, slow] = [come('1.1.1.1'), come('1.1.1.2'), come('1.1.1.3')];
    for (const socket of [pieces, slow]) socket.writableLength = 64 * 1024;
    whole.writableLength = 1_024 * 1024;
    for (let second = 0; second < 50; second += 1) {
      pass(1_000);
      pieces.bytesRead += 20 * 1024;
      whole.bytesRead += 20 * 1024;
      whole.writableLength -= 20 * 1024;
      slow.bytesRead += 8 * 1024;
    }
    expect([pieces.isCut, whole.isCut, slow.isCut]).toEqual([false, false, true]);
  });

  it('are cut, longest wait first, when too much waits in all', () => {
    const { come, pass } = bounds();
    const sockets = Array.from({ length: 10 }, (_, i) => come(`1.1.1.${i}`));
    for (const socket of sockets) {
      socket.writableLength = 10 * 1024 * 1024;
      pass(1);
    }
    expect(sockets.map(({ isCut }) => isCut)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  it('of whoever keeps most waiting are cut first, not those of one who reads slowly since before', () => {
    const { come, pass } = bounds();
    const honest = come('2.2.2.2');
    const behindProxy = come('10.0.0.1');
    for (const socket of [honest, behindProxy]) socket.writableLength = 300 * 1024;
    pass(1);
    const greedy = Array.from({ length: 256 }, () => come('1.1.1.1'));
    for (const socket of greedy) socket.writableLength = 300 * 1024;
    for (let one = 0; one < 400; one += 1) come('10.0.0.1').writableLength = 100 * 1024;
    pass(1);
    expect([honest.isCut, behindProxy.isCut]).toEqual([false, false]);
    expect(greedy.filter(({ isCut }) => isCut).length).toBeGreaterThan(20);
  });
});

describe('what a call costs in advance', () => {
  it('is said of every call of the contract: as a reading, or what it costs instead', () => {
    const names = Object.keys(ENDPOINTS) as EndpointName[];
    // A call without a class does not compile, and has none to be slow or not.
    for (const name of names) expect([name, typeof isSlow(name)]).toEqual([name, 'boolean']);
    expect(names.filter((name) => !isOrdinary(name) && isSlow(name)).length).toBeGreaterThan(10);
  });

  it('is more than a reading of what is tried on a copy of a bot, most of it given back', () => {
    const tried = [
      workOf('GET', '/api/apiw/v2/quant-trading/strategybot/action_plan?strategy_id=1'),
      workOf('POST', '/api/apiw/v2/grid-trading/calc_investplan/1'),
    ];
    for (const work of tried) expect(work).toEqual({ sort: 'read', cost: 6, least: 3 });
  });
});
