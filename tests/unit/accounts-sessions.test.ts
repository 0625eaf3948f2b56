import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PASSWORD_COST } from '#server/exchange/accounts/secret-hash.ts';
import { SESSION_MS } from '#server/exchange/accounts/sessions.ts';
import { accountHandlers } from '#server/exchange/handlers/account-handlers.ts';
import type { Handlers } from '#server/exchange/http/handler.ts';
import { userSpot } from '#server/exchange/ledger/account-names.ts';
import { brokenLaw } from '#server/exchange/ledger/memory-ledger.ts';
import { ok } from '#server/exchange/replies/reply.ts';
import { type Front, logIn, openFront } from './accounts-fixture.ts';
import { countingRandom, handClock, temporaryFolder } from './store-fixture.ts';

const LOGIN = '/apiw/v2/account/login';
const REGISTER = '/apiw/v2/account/register';
const PROFILE = '/apiw/v2/account/profile';
const AGREEMENT = '/apiw/v2/quant-trading/private/bot_agreement';
const MOVE = '/apiw/v2/account/transfer';
const BALANCE = '/apiw/v2/quant-trading/available_balance';

const newcomer = { account: 'New.Trader@example.org', password: 'long enough 1', fundpass: 'another one 2' };

const transfer = { from: 'spot', to: 'margin', asset: 'USDT', amount: '1' };
/** A money call that only asks for the fund password. */
const TRANSFER: Partial<Handlers> = { transfer: (request) => request.transact(() => ok({})) };

describe('accounts', () => {
  it('has the two accounts that the login page shows, with paper money and no bots', async () => {
    const front = await openFront(temporaryFolder());
    for (const [account, password] of [
      ['demo', 'paper-demo'],
      ['copier', 'paper-copier'],
    ] as const) {
      const session = await logIn(front, account, password);
      const { data } = await front.call('GET', `${BALANCE}?currency=USDT`, undefined, session);
      expect(data).toEqual({
        currency_outables: [{ asset: 'USDT', outable: '100000' }],
        max_outable: { outable: '100000' },
      });
    }
    expect(brokenLaw(front.ledger)).toBeNull();
    await front.store.close();
  });

  it('says what a user can spend of each coin, and of one coin when asked for it (C-150, C-370, M-104, M-304, E-133, E-292)', async () => {
    const front = await openFront(temporaryFolder());
    const session = await logIn(front);
    const all = await front.call('GET', BALANCE, undefined, session);
    expect(all.data?.currency_outables).toContainEqual({ asset: 'BTC', outable: '1' });
    expect(all.data?.max_outable).toEqual({ outable: '100000' });
    const unheld = await front.call('GET', `${BALANCE}?currency=LUNA`, undefined, session);
    expect(unheld.data).toEqual({
      currency_outables: [{ asset: 'LUNA', outable: '0' }],
      max_outable: { outable: '0' },
    });
    await front.store.close();
  });

  it('answers every good call with code 200 (E-304)', async () => {
    const front = await openFront(temporaryFolder());
    const session = await logIn(front);
    for (const url of [PROFILE, AGREEMENT, BALANCE])
      expect((await front.call('GET', url, undefined, session)).code, url).toBe(200);
    await front.store.close();
  });

  it('registers a trader with paper money, logged in at once, and knows the account whatever its case', async () => {
    const front = await openFront(temporaryFolder());
    const made = await front.call('POST', REGISTER, newcomer);
    expect(made.code).toBe(200);
    expect(made.data).toMatchObject({ logged_in: true, agreement_signed: false, rise_color: 'green', lang: 'en' });
    expect(made.data?.anonymous).toMatch(/^[0-9a-f]{16}$/);
    expect(made.data?.nickname).toMatch(/^Trader-[0-9a-f]{6}$/);
    expect(front.ledger.balance(userSpot(made.data?.user_id as number), 'USDT')).toBe(100_000n * 100_000_000n);
    await logIn(front, 'new.trader@EXAMPLE.org', newcomer.password);
    await front.store.close();
  });

  it('refuses a taken account, a malformed one, a nickname with markup, and a fund password that is the login password, each at its field', async () => {
    const front = await openFront(temporaryFolder());
    const tries = [
      [{ ...newcomer, account: 'DEMO' }, 'account', 'account-taken'],
      [{ ...newcomer, account: 'with space' }, 'account', 'account-format'],
      [{ ...newcomer, nickname: '<b>me</b>' }, 'nickname', 'nickname-format'],
      [{ ...newcomer, fundpass: newcomer.password }, 'fundpass', 'fundpass-same'],
      [{ ...newcomer, password: 'short' }, 'password', 'password-short'],
    ] as const;
    for (const [body, field, issue] of tries) {
      expect(await front.call('POST', REGISTER, body)).toMatchObject({ code: 422, data: { field, issue } });
    }
    expect([...front.accounts.everyUser()].length).toBe(2);
    await front.store.close();
  });

  it('lets two registrations of one account at once make one', async () => {
    const front = await openFront(temporaryFolder());
    const codes = (await Promise.all([1, 2, 3].map(() => front.call('POST', REGISTER, newcomer)))).map(
      (answer) => answer.code,
    );
    expect(codes.sort()).toEqual([200, 422, 422]);
    expect([...front.accounts.everyUser()].length).toBe(3);
    await front.store.close();
  });

  it('keeps accounts, ids and sessions over a restart', async () => {
    const folder = temporaryFolder();
    const first = await openFront(folder);
    const session = await logIn(first);
    const before = await first.call('GET', PROFILE, undefined, session);
    await first.store.close();
    const second = await openFront(folder, {}, handClock(), countingRandom(50_000));
    expect(await second.call('GET', PROFILE, undefined, session)).toEqual(before);
    await second.store.close();
  });
});

describe('sessions', () => {
  it('answers 401 without a session, with a made-up one, after logout and after its time (C-026, M-282)', async () => {
    const clock = handClock();
    const front = await openFront(temporaryFolder(), {}, clock);
    expect((await front.call('GET', PROFILE)).code).toBe(401);
    expect((await front.call('GET', PROFILE, undefined, { authorization: `Bearer ${'x'.repeat(43)}` })).code).toBe(401);
    const one = await logIn(front);
    const other = await logIn(front);
    expect((await front.call('POST', '/apiw/v2/account/logout', undefined, one)).code).toBe(200);
    expect((await front.call('GET', PROFILE, undefined, one)).code).toBe(401);
    expect((await front.call('GET', PROFILE, undefined, other)).code).toBe(200);
    clock.advance(SESSION_MS);
    expect((await front.call('GET', PROFILE, undefined, other)).code).toBe(401);
    await front.store.close();
  });

  it('stores neither tokens nor passwords', async () => {
    const folder = temporaryFolder();
    const front = await openFront(folder);
    const { authorization } = await logIn(front);
    await front.store.close();
    const bytes = Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))));
    for (const secret of [authorization.slice('Bearer '.length), 'paper-demo', 'paper-fund'])
      expect(bytes.includes(secret)).toBe(false);
  });

  it('gives a wrong password and an unknown account the same answer, and works as hard for both', async () => {
    const front = await openFront(temporaryFolder());
    const wrong = await front.call('POST', LOGIN, { account: 'demo', password: 'not it at all' });
    const unknown = await front.call('POST', LOGIN, { account: 'nobody', password: 'not it at all' });
    expect(wrong).toEqual(unknown);
    expect(wrong.code).toBe(401);
    expect(await front.hasher.verify('anything', '', { lane: 'stranger', from: '1.1.1.1' })).toBe(false);
    await front.store.close();
  });

  it('hashes with at least the work that OWASP asks of scrypt', () => {
    expect(PASSWORD_COST.n * PASSWORD_COST.r * 128).toBeGreaterThanOrEqual(32 * 1024 * 1024);
    expect(PASSWORD_COST.p).toBeGreaterThanOrEqual(3);
  });
});

describe('guessing passwords', () => {
  const guess = (front: Front, account: string, clientIp: string) =>
    front.call('POST', LOGIN, { account, password: 'wrong guess' }, { clientIp });

  it('ends with 429 for one account from one address, even for the right password, until the window is over', async () => {
    const clock = handClock();
    const front = await openFront(temporaryFolder(), {}, clock);
    for (let tries = 0; tries < 10; tries += 1) expect((await guess(front, 'demo', '1.1.1.1')).code).toBe(401);
    const right = { account: 'demo', password: 'paper-demo' };
    expect((await front.call('POST', LOGIN, right, { clientIp: '1.1.1.1' })).code).toBe(429);
    expect((await front.call('POST', LOGIN, right, { clientIp: '2.2.2.2' })).code).toBe(200);
    clock.advance(15 * 60_000);
    expect((await front.call('POST', LOGIN, right, { clientIp: '1.1.1.1' })).code).toBe(200);
    await front.store.close();
  });

  it('ends with 429 for one address over many accounts', async () => {
    const front = await openFront(temporaryFolder());
    for (let tries = 0; tries < 100; tries += 1)
      expect((await guess(front, `account${tries}`, '3.3.3.3')).code).toBe(401);
    expect((await guess(front, 'another', '3.3.3.3')).code).toBe(429);
    expect((await guess(front, 'another', '3.3.3.4')).code).toBe(401);
    await front.store.close();
  });

  it('leaves a besieged account two tries an hour from each further address, and a thousand a day in all', async () => {
    const clock = handClock();
    const front = await openFront(temporaryFolder(), {}, clock);
    for (let tries = 0; tries < 100; tries += 1) expect((await guess(front, 'demo', `10.0.0.${tries}`)).code).toBe(401);
    for (const code of [401, 401, 429]) expect((await guess(front, 'demo', '10.0.1.1')).code).toBe(code);
    const right = { account: 'demo', password: 'paper-demo' };
    expect((await front.call('POST', LOGIN, right, { clientIp: '10.0.1.2' })).code).toBe(200);
    for (let tries = 102; tries < 1_000; tries += 1) {
      const code = (await guess(front, 'demo', `10.1.${tries >> 8}.${tries & 255}`)).code;
      expect(code, String(tries)).toBe(401);
    }
    expect((await front.call('POST', LOGIN, right, { clientIp: '10.0.1.3' })).code).toBe(429);
    clock.advance(24 * 3_600_000);
    expect((await front.call('POST', LOGIN, right, { clientIp: '10.0.1.3' })).code).toBe(200);
    await front.store.close();
  });

  it('never locks the owner out on a device that is known, whatever strangers try (F1)', async () => {
    const front = await openFront(temporaryFolder());
    for (let tries = 0; tries < 20; tries += 1) await guess(front, 'demo', '4.4.4.4');
    for (let tries = 0; tries < 1_200; tries += 1) await guess(front, 'demo', `10.2.${tries >> 8}.${tries & 255}`);
    const right = { account: 'demo', password: 'paper-demo' };
    for (const clientIp of ['4.4.4.4', '5.5.5.5'])
      expect((await front.call('POST', LOGIN, right, { clientIp, device: 'the-owners' })).code).toBe(200);
    expect((await front.call('POST', LOGIN, right, { clientIp: '5.5.5.5' })).code).toBe(429);
    // A stolen device has an allowance too, and only its own.
    const wrong = { account: 'demo', password: 'wrong guess' };
    for (let tries = 0; tries < 10; tries += 1)
      expect((await front.call('POST', LOGIN, wrong, { device: 'stolen' })).code).toBe(401);
    expect((await front.call('POST', LOGIN, right, { device: 'stolen' })).code).toBe(429);
    expect((await front.call('POST', LOGIN, right, { device: 'the-owners' })).code).toBe(200);
    await front.store.close();
  });

  it('counts tries that are sent at once', async () => {
    const front = await openFront(temporaryFolder());
    const codes = await Promise.all(Array.from({ length: 30 }, () => guess(front, 'demo', '6.6.6.6')));
    expect(codes.filter(({ code }) => code === 401).length).toBe(10);
    await front.store.close();
  });

  it('never counts “busy” as a wrong try, of a password or a fund password (F2)', async () => {
    const front = await openFront(temporaryFolder(), TRANSFER);
    const { hasher } = front;
    const session = await logIn(front);
    let isBusy = true;
    const verify = hasher.verify.bind(hasher);
    Object.assign(hasher, { verify: (...args: Parameters<typeof verify>) => (isBusy ? 'busy' : verify(...args)) });
    const right = { account: 'demo', password: 'paper-demo' };
    const move = () => front.call('POST', MOVE, { ...transfer, fundpass: 'paper-fund' }, session);
    for (let tries = 0; tries < 150; tries += 1) {
      expect((await front.call('POST', LOGIN, right, { clientIp: '7.7.7.7' })).code).toBe(503);
      front.clock.advance(100);
      expect((await move()).code).toBe(503);
    }
    isBusy = false;
    expect((await front.call('POST', LOGIN, right, { clientIp: '7.7.7.7' })).code).toBe(200);
    expect((await move()).code).toBe(200);
    await front.store.close();
  });

  it('does not count right passwords', async () => {
    const front = await openFront(temporaryFolder());
    for (let tries = 0; tries < 15; tries += 1) await logIn(front);
    await front.store.close();
  });
});

describe('registering', () => {
  const register = (front: Front, account: string, clientIp: string) =>
    front.call('POST', REGISTER, { ...newcomer, account }, { clientIp });

  it('is limited by address, never for everybody, and refused tries cost an address only its tries (F1)', async () => {
    const clock = handClock();
    const front = await openFront(temporaryFolder(), {}, clock);
    for (let made = 0; made < 10; made += 1) expect((await register(front, `trader${made}`, '1.1.1.1')).code).toBe(200);
    expect((await register(front, 'trader10', '1.1.1.1')).code).toBe(429);
    for (let tries = 0; tries < 200; tries += 1) await register(front, 'demo', '2.2.2.2');
    expect((await register(front, 'trader11', '2.2.2.2')).code).toBe(429);
    expect((await register(front, 'trader11', '3.3.3.3')).code).toBe(200);
    clock.advance(3_600_000);
    expect((await register(front, 'trader12', '1.1.1.1')).code).toBe(200);
    await front.store.close();
  });
});

describe('security events (F9)', () => {
  it('tell logins, lockouts, fund-password failures, ended sessions and transfers, and no secret', async () => {
    const front = await openFront(temporaryFolder(), TRANSFER);
    const from = { clientIp: '9.9.9.9' };
    await front.call('POST', REGISTER, newcomer, from);
    await front.call('POST', LOGIN, { account: 'my secret by mistake', password: 'wrong guess' }, from);
    for (let tries = 0; tries < 11; tries += 1)
      await front.call('POST', LOGIN, { account: 'demo', password: 'wrong guess' }, from);
    const session = { ...(await logIn(front)), ...from };
    for (let tries = 0; tries < 6; tries += 1)
      await front.call('POST', MOVE, { ...transfer, fundpass: 'wrong fund' }, session);
    await front.call('POST', '/apiw/v2/account/logout', undefined, session);
    const events = front.logged.map((line) => JSON.parse(line) as Record<string, unknown>);
    const told = events.filter(({ event }) => event === 'security').map(({ what }) => what);
    const count = (what: string) => told.filter((one) => one === what).length;
    expect(count('registered')).toBe(1);
    expect([count('login-failed'), count('login-locked'), count('login')]).toEqual([11, 1, 1]);
    expect([count('fund-password-failed'), count('fund-password-locked')]).toEqual([5, 1]);
    expect(count('session-ended')).toBe(1);
    expect(events.find(({ what }) => what === 'login-failed')).toMatchObject({ ip: '9.9.9.9', isKnownDevice: false });
    for (const secret of ['secret by mistake', 'wrong guess', 'wrong fund', newcomer.password, newcomer.fundpass])
      expect(front.logged.join('').includes(secret), secret).toBe(false);
    await front.store.close();
  });
});

describe('the bot agreement and permissions', () => {
  it('is unsigned at first, signed per user and version, and stays signed (C-343, M-280)', async () => {
    const folder = temporaryFolder();
    const front = await openFront(folder);
    const [mine, theirs] = [await logIn(front), await logIn(front, 'copier', 'paper-copier')];
    const unsigned = await front.call('GET', AGREEMENT, undefined, mine);
    expect(unsigned.data).toMatchObject({ signed: false });
    expect((await front.call('POST', AGREEMENT, { version: 'old' }, mine)).code).toBe(409);
    expect((await front.call('POST', AGREEMENT, { version: unsigned.data?.version }, mine)).code).toBe(200);
    expect((await front.call('GET', PROFILE, undefined, mine)).data).toMatchObject({ agreement_signed: true });
    expect((await front.call('GET', AGREEMENT, undefined, theirs)).data).toMatchObject({ signed: false });
    await front.store.close();
    const again = await openFront(folder, {}, handClock(), countingRandom(50_000));
    expect((await again.call('GET', AGREEMENT, undefined, mine)).data).toMatchObject({ signed: true });
    await again.store.close();
  });

  it('grants every trader here to change a range, add to a position and pause a spot grid (M-105, M-273, M-303, E-253, H60)', async () => {
    const front = await openFront(temporaryFolder());
    const { data } = await front.call('POST', '/apiw/v2/grid-trading/check_permissions', undefined, await logIn(front));
    expect(data).toEqual({
      spot_grid_modify_price_range: true,
      spot_grid_add_position: true,
      spot_grid_pause: true,
    });
    await front.store.close();
  });

  it('serves its calls from one record, so that a call without a handler does not compile', async () => {
    const front = await openFront(temporaryFolder());
    expect(Object.keys(accountHandlers(front)).length).toBe(15);
    await front.store.close();
  });
});
