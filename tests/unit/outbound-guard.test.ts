import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isPublic, parseAllowed } from '#server/exchange/outbound/address-rules.ts';
import { askNameServers, type OutboundOptions, openOutbound } from '#server/exchange/outbound/guard.ts';
import { createSeal, sealingKey } from '#server/exchange/surroundings/seal.ts';
import { openReceiver } from '#tests/support/receiver.ts';
import { TEST_CERTIFICATE } from '#tests/support/test-certificate.ts';
import { countingRandom, handClock, temporaryFolder } from './store-fixture.ts';

let receiver: Awaited<ReturnType<typeof openReceiver>>;
beforeEach(async () => {
  receiver = await openReceiver();
});
afterEach(() => receiver.close());

const here = async () => ['127.0.0.1'];
const guardOf = (options: Partial<OutboundOptions> = {}) =>
  openOutbound({ nowMs: handClock().nowMs, resolve: here, ca: TEST_CERTIFICATE, ...options });
const url = (path = '/') => `https://hooks.test:${receiver.port}${path}`;
const refused = (reason: string) => expect.objectContaining({ name: 'OutboundRefused', reason });

const NOT_PUBLIC = [
  ...['127.0.0.1', '127.8.8.8', '0.0.0.0', '10.0.0.1', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1'],
  ...[
    '192.0.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '192.0.2.1',
    '198.51.100.7',
    '203.0.113.9',
  ],
  ...['::', '::1', 'fc00::1', 'fd00:ec2::254', 'fe80::1', 'ff02::1', '::ffff:127.0.0.1', '::ffff:10.0.0.1'],
  ...['64:ff9b::7f00:1', '2002:7f00:1::', '2001::1', '2001:db8::1'],
  // Outside of all that is given out: IPv4 in its old dress among them.
  ...['::7f00:1', '::a00:1', '::5efe:7f00:1', '::fffe:7f00:1', '4000::1', 'fe00::1'],
];

describe('the one way out', () => {
  it('leads to addresses of the open internet alone, however they are written', () => {
    for (const address of NOT_PUBLIC) expect(isPublic(address), address).toBe(false);
    for (const address of ['93.184.215.14', '1.1.1.1', '2606:4700::1111', '::ffff:1.1.1.1']) {
      expect(isPublic(address), address).toBe(true);
    }
  });

  it('refuses what is not https, names and passwords in addresses, names nobody answers to, private addresses and odd ports', async () => {
    const post = (to: string, options: Partial<OutboundOptions> = {}) => guardOf(options).post({ url: to, body: '' });
    for (const bad of [
      'http://hooks.test/',
      'ftp://hooks.test/',
      'hooks.test',
      'https://a:b@hooks.test/',
      `https://x/${'y'.repeat(2_000)}`,
    ]) {
      await expect(post(bad), bad).rejects.toEqual(refused('outbound-address'));
    }
    await expect(post(url(), { resolve: async () => [] })).rejects.toEqual(refused('outbound-unknown-host'));
    await expect(post(url())).rejects.toEqual(refused('outbound-private'));
    // Written as an address, and in ways that only look like none.
    for (const host of ['127.0.0.1', '[::1]', '2130706433', '0x7f.1', '127.1', '[::ffff:7f00:1]', '[::127.0.0.1]']) {
      const found = openOutbound({ nowMs: () => 0, resolve: async () => ['1.1.1.1'] });
      await expect(found.post({ url: `https://${host}/`, body: '' }), host).rejects.toEqual(
        refused('outbound-private'),
      );
    }
    await expect(post('https://hooks.test/', { resolve: async () => ['1.1.1.1', '10.0.0.1'] })).rejects.toEqual(
      refused('outbound-private'),
    );
    await expect(post('https://hooks.test:22/', { resolve: async () => ['1.1.1.1'] })).rejects.toEqual(
      refused('outbound-port'),
    );
    expect(receiver.received).toEqual([]);
  });

  it('resolves a name once and connects to that address, which the operator may allow', async () => {
    let asked = 0;
    // A name that is harmless when it is looked at and leads inside afterwards.
    const resolve = async () => (++asked === 1 ? ['127.0.0.1'] : ['10.0.0.1']);
    const guard = guardOf({ resolve, allow: '127.0.0.1, 10.9.0.0/16' });
    expect(await guard.post({ url: url('/a?b=c'), body: 'hello', headers: { 'x-own': '1' } })).toEqual({
      status: 200,
      text: 'ok',
      waitMs: 0,
    });
    expect(asked).toBe(1);
    expect(receiver.received).toMatchObject([{ path: '/a?b=c', body: 'hello', headers: { 'x-own': '1' } }]);
    await expect(guard.post({ url: url(), body: '' })).rejects.toEqual(refused('outbound-private'));
  });

  it('follows no redirect, reads no endless answer, and believes no certificate of strangers', async () => {
    const guard = guardOf({ allow: '127.0.0.1' });
    receiver.state.status = 302;
    receiver.state.headers = { location: 'https://169.254.169.254/latest/meta-data' };
    expect((await guard.post({ url: url(), body: '' })).status).toBe(302);
    expect(receiver.received).toHaveLength(1);
    receiver.state.status = 200;
    receiver.state.headers = {};
    receiver.state.body = 'x'.repeat(200_000);
    expect(await guard.post({ url: url(), body: '' })).toEqual({ status: 200, text: '', waitMs: 0 });
    const { ca: _none, ...strict } = { nowMs: () => 0, resolve: here, allow: '127.0.0.1', ca: '' };
    await expect(openOutbound(strict).post({ url: url(), body: '' })).rejects.toThrow(/certificate/);
  });

  it('waits five seconds for the address of a name, and no longer', async () => {
    vi.useFakeTimers();
    try {
      const silent = guardOf({ resolve: () => new Promise(() => {}) });
      const sent = silent.post({ url: 'https://hooks.test/', body: '' }).catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(5_000);
      expect(await Promise.race([sent, Promise.resolve('still waiting')])).toEqual(refused('outbound-unknown-host'));
    } finally {
      vi.useRealTimers();
    }
  });

  it('asks the name servers without a thread of the process: one that keeps silent holds up its own name alone', async () => {
    const server = createSocket('udp4');
    server.on('message', (question, { port }) => {
      if (!question.includes('silent')) server.send(answerTo(question), port, '127.0.0.1');
    });
    server.bind(0, '127.0.0.1');
    await once(server, 'listening');
    const servers = [`127.0.0.1:${server.address().port}`];
    const silent = Array.from({ length: 8 }, (_, i) => askNameServers(`silent-${i}.test`, { servers }));
    const answered = askNameServers('hooks.test', { servers });
    expect(await Promise.race([answered, ...silent])).toEqual(['93.184.215.14']);
    expect(await Promise.all(silent)).toEqual(silent.map(() => []));
    server.close();
  }, 15_000);

  it('gives each account sixty messages an hour', async () => {
    const clock = handClock();
    const guard = openOutbound({ nowMs: clock.nowMs });
    for (let sent = 0; sent < 60; sent += 1) expect(await guard.take(1)).toBe(0);
    expect(await guard.take(1)).toBeGreaterThan(0);
    expect(await guard.take(2)).toBe(0);
    clock.advance(3_600_000);
    expect(await guard.take(1)).toBe(0);
  });

  it('names what is wrong in an operator’s list', () => {
    expect(() => parseAllowed('10.0.0.0/8, nonsense')).toThrow('nonsense');
    expect(() => parseAllowed('127.1')).toThrow('127.1');
  });
});

/** What a name server says: of IPv4 one address, of IPv6 none. */
function answerTo(question: Buffer): Buffer {
  const answer = Buffer.from(question);
  const end = question.indexOf(0, 12) + 5;
  const isIpv4 = question.readUInt16BE(end - 4) === 1;
  answer.writeUInt16BE(0x8180, 2);
  answer.writeUInt16BE(isIpv4 ? 1 : 0, 6);
  answer.writeUInt16BE(0, 8);
  answer.writeUInt16BE(0, 10);
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 93, 184, 215, 14]);
  return Buffer.concat([answer.subarray(0, end), ...(isIpv4 ? [record] : [])]);
}

describe('the seal', () => {
  it('opens what it closed, in its own place alone, under its own key alone', () => {
    const random = countingRandom();
    const seal = createSeal(new Uint8Array(32).fill(1), random);
    const other = createSeal(new Uint8Array(32).fill(2), random);
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, place) => {
        const sealed = seal.close(text, place);
        expect(seal.open(sealed, place)).toBe(text);
        expect(seal.open(sealed, `${place}!`)).toBeNull();
        expect(other.open(sealed, place)).toBeNull();
        expect(seal.open(`${sealed.slice(0, -2)}AA`, place) === text && !sealed.endsWith('AA')).toBe(false);
        expect(seal.close(text, place)).not.toBe(sealed);
      }),
    );
    expect(seal.open('', 'x')).toBeNull();
  });

  it('keeps its key beside the store, the same for whoever starts next', () => {
    const folder = temporaryFolder();
    const key = sealingKey(folder, countingRandom());
    expect(key).toHaveLength(32);
    expect(sealingKey(folder, countingRandom(99))).toEqual(key);
  });
});
