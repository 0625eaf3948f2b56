import { TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { accountName } from '#server/exchange/accounts/account-record.ts';
import { MOST_PUBLISHED_SESSIONS, MOST_SESSIONS, openAccounts } from '#server/exchange/accounts/accounts.ts';
import { passwordIssue } from '#server/exchange/accounts/password-rules.ts';
import type { SecretHasher } from '#server/exchange/accounts/secret-hash.ts';
import type { Handlers } from '#server/exchange/http/handler.ts';
import { ok } from '#server/exchange/replies/reply.ts';
import { type Answer, type Front, logIn, openFront, openFrontOn } from './accounts-fixture.ts';
import { countingRandom, handClock, hashedRandom, openCore, temporaryFolder } from './store-fixture.ts';

const ACCOUNT = '/apiw/v2/account';
const OLD = { account: 'trader-1', password: 'correct-horse-1', fundpass: 'staple-battery-1' };

async function register(front: Front): Promise<{ readonly authorization: string }> {
  const answer = await front.call('POST', `${ACCOUNT}/register`, OLD);
  if (answer.data?.token === undefined) throw new Error(JSON.stringify(answer));
  return { authorization: `Bearer ${answer.data.token}` };
}

const logInWith = (front: Front, password = OLD.password, otp?: string): Promise<Answer> =>
  front.call('POST', `${ACCOUNT}/login`, { account: OLD.account, password, ...(otp === undefined ? {} : { otp }) });
const isAlive = async (front: Front, who: { readonly authorization: string }) =>
  (await front.call('GET', `${ACCOUNT}/profile`, undefined, who)).code === 200;
const events = (front: Front) =>
  front.logged.map((line) => JSON.parse(line)).filter(({ event }) => event === 'security');

describe('passwords (F8, NIST SP 800-63B)', () => {
  it.each([
    ['        ', 'password-short'],
    ['short-1', 'password-short'],
    ['password', 'password-common'],
    ['Password', 'password-common'],
    ['password123', 'password-common'],
    ['ｐａｓｓｗｏｒｄ', 'password-common'],
    ['iloveyou', 'password-common'],
    ['aaaaaaaaaaaa', 'password-common'],
    ['abcdefghij', 'password-common'],
    ['87654321', 'password-common'],
    ['strategybot', 'password-common'],
    ['Strategybot-2026', 'password-common'],
    ['somebody', 'password-account'],
    ['somebody-2026', 'password-account'],
    ['somebody@example.com', 'password-account'],
  ])('refuses %j as %s', (password, issue) => {
    expect(passwordIssue(password, 'somebody@example.com')).toBe(issue);
  });

  it.each(['correct-horse-1', 'два слова тут', '密码是一个很长的句子', 'kX9#vQ2m', 'a long sentence with spaces'])(
    'takes %j: length counts, kinds of characters do not',
    (password) => {
      expect(passwordIssue(password, 'somebody@example.com')).toBeNull();
    },
  );

  it('are refused at registration, the fund password too', async () => {
    const front = await openFront(temporaryFolder());
    for (const [field, secret, issue] of [
      ['password', 'password1', 'password-common'],
      ['fundpass', '        ', 'password-short'],
      ['password', 'trader-1', 'password-account'],
    ] as const) {
      expect(await front.call('POST', `${ACCOUNT}/register`, { ...OLD, [field]: secret })).toMatchObject({
        code: 422,
        data: { field, issue },
      });
    }
    await front.store.close();
  });
});

describe('changing a password (F10)', () => {
  it('needs the old one, ends every other session and leaves a line without secrets', async () => {
    const front = await openFront(temporaryFolder());
    const here = await register(front);
    const elsewhere = { authorization: `Bearer ${(await logInWith(front)).data?.token}` };
    const change = (password: string, wanted: string) =>
      front.call('POST', `${ACCOUNT}/password`, { password, new_password: wanted }, { ...here, clientIp: '10.0.0.9' });
    expect(await change('wrong-horse-1', 'brand-new-horse')).toMatchObject({
      code: 422,
      data: { field: 'password', issue: 'password-wrong' },
    });
    expect(await change(OLD.password, 'password1')).toMatchObject({ data: { issue: 'password-common' } });
    expect(await change(OLD.password, OLD.fundpass)).toMatchObject({ data: { issue: 'fundpass-same' } });
    expect(await change(OLD.password, OLD.password)).toMatchObject({ data: { issue: 'password-unchanged' } });
    expect(await isAlive(front, elsewhere)).toBe(true);
    expect(await change(OLD.password, 'brand-new-horse')).toMatchObject({ code: 200, data: { ended: 1 } });
    expect(await isAlive(front, elsewhere)).toBe(false);
    expect(await isAlive(front, here)).toBe(true);
    expect(await logInWith(front)).toMatchObject({ code: 401 });
    expect(await logInWith(front, 'brand-new-horse')).toMatchObject({ code: 200 });
    expect(events(front).map(({ what }) => what)).toContain('password-changed');
    expect(front.logged.join('')).not.toMatch(/brand-new-horse|correct-horse|staple/);
    await front.store.close();
  });

  it('of the fund password: the next money call asks for the new one', async () => {
    const front = await openFront(temporaryFolder());
    const here = await register(front);
    const session = front.accounts.sessionOf(here.authorization.slice(7), front.clock.nowMs())?.session;
    await front.sequencer.submit((tx) => front.accounts.markFundVerified(tx, session!, tx.nowMs + 60_000));
    const body = { password: OLD.password, new_fundpass: 'another-staple-2' };
    expect(await front.call('POST', `${ACCOUNT}/fund_password`, body, here)).toMatchObject({ code: 200 });
    const after = front.accounts.sessionOf(here.authorization.slice(7), front.clock.nowMs())?.session;
    expect(after?.fundVerifiedUntilMs).toBe(0);
    await front.store.close();
  });

  it('waits in the queue of hashes once: a wait for each would be longer than a call may take', async () => {
    let claims = 0;
    const counted = (hasher: SecretHasher): SecretHasher =>
      new Proxy(hasher, {
        get(target, name) {
          claims += 1;
          return target[name as keyof SecretHasher];
        },
      });
    const front = await openFrontOn(await openCore(temporaryFolder()), {}, hashedRandom(), counted);
    const claimsOf = async (path: string, body: object, who?: { readonly authorization: string }) => {
      const before = claims;
      const answer = await front.call('POST', `${ACCOUNT}/${path}`, body, who);
      expect(answer, path).toMatchObject({ code: 200 });
      return { claims: claims - before, who: { authorization: `Bearer ${answer.data?.token}` } };
    };
    const made = await claimsOf('register', OLD);
    const password = 'brand-new-horse';
    const changed = await claimsOf('password', { password: OLD.password, new_password: password }, made.who);
    const fund = await claimsOf('fund_password', { password, new_fundpass: 'brand-new-staple' }, made.who);
    expect([made, changed, fund].map((one) => one.claims)).toEqual([1, 1, 1]);
    await front.store.close();
  });

  it('stops guessing after five wrong ones, and a right one is not counted', async () => {
    const front = await openFront(temporaryFolder());
    const here = await register(front);
    const guess = (password: string) =>
      front.call('POST', `${ACCOUNT}/password`, { password, new_password: 'brand-new-horse' }, here);
    for (let round = 0; round < 5; round += 1) expect((await guess('wrong-horse-1')).code).toBe(422);
    expect((await guess(OLD.password)).code).toBe(429);
    front.clock.advance(16 * 60_000);
    expect((await guess(OLD.password)).code).toBe(200);
    await front.store.close();
  });
});

describe('sessions (F10)', () => {
  it('are listed with where and when, and ended one by one or all but this one', async () => {
    const front = await openFront(temporaryFolder());
    const here = await register(front);
    const others = [];
    for (const agent of ['Firefox', 'Safari', 'Chrome']) {
      front.clock.advance(60_000);
      const { data } = await front.call(
        'POST',
        `${ACCOUNT}/login`,
        { account: OLD.account, password: OLD.password },
        {
          clientIp: '10.0.0.7',
          agent,
        },
      );
      others.push({ authorization: `Bearer ${data?.token}` });
    }
    const list = async () =>
      (await front.call('GET', `${ACCOUNT}/security`, undefined, here)).data as never as {
        sessions: { id: string; agent: string; address: string; is_current: boolean }[];
      };
    const { sessions } = await list();
    expect(sessions.map(({ agent }) => agent)).toEqual(['Chrome', 'Safari', 'Firefox', '']);
    expect(sessions.filter(({ is_current }) => is_current)).toHaveLength(1);
    expect(sessions[0]).toMatchObject({ address: '10.0.0.7' });
    const end = (body: object) => front.call('POST', `${ACCOUNT}/sessions/end`, body, here);
    expect(await end({ id: sessions[0]?.id })).toMatchObject({ code: 200, data: { ended: 1 } });
    expect(await Promise.all(others.map((one) => isAlive(front, one)))).toEqual([true, true, false]);
    expect(await end({ id: '0123456789abcdef' })).toMatchObject({ code: 404 });
    expect(await end({})).toMatchObject({ code: 200, data: { ended: 2 } });
    expect((await list()).sessions).toHaveLength(1);
    await front.store.close();
  });

  it('are pushed out by newer ones beyond twenty, and the security log says so (F9)', async () => {
    const front = await openFront(temporaryFolder());
    const first = await register(front);
    const pushed = () => events(front).filter(({ cause }) => cause === 'too-many-sessions');
    for (let count = 0; count < 19; count += 1) expect((await logInWith(front)).code).toBe(200);
    expect(await isAlive(front, first)).toBe(true);
    expect(pushed()).toEqual([]);
    expect((await logInWith(front)).code).toBe(200);
    expect(await isAlive(front, first)).toBe(false);
    expect(pushed()).toMatchObject([{ what: 'session-ended', sessions: 1 }]);
    await front.store.close();
  });

  it('cannot be ended by somebody else', async () => {
    const front = await openFront(temporaryFolder());
    const here = await register(front);
    const body = { account: 'trader-2', password: 'correct-horse-2', fundpass: 'staple-battery-2' };
    const { data } = await front.call('POST', `${ACCOUNT}/register`, body);
    const other = { authorization: `Bearer ${data?.token}` };
    const { sessions } = (await front.call('GET', `${ACCOUNT}/security`, undefined, here)).data as never as {
      sessions: { id: string }[];
    };
    expect(await front.call('POST', `${ACCOUNT}/sessions/end`, { id: sessions[0]?.id }, other)).toMatchObject({
      code: 404,
    });
    expect(await isAlive(front, here)).toBe(true);
    await front.store.close();
  });

  it('end after a day without use, and not while they are used', async () => {
    const front = await openFront(temporaryFolder());
    const used = await register(front);
    const idle = { authorization: `Bearer ${(await logInWith(front)).data?.token}` };
    for (let hour = 0; hour < 30; hour += 1) {
      front.clock.advance(3_600_000);
      expect(await isAlive(front, used)).toBe(true);
      // The note of its use is a turn of its own.
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await isAlive(front, idle)).toBe(false);
    await front.store.close();
  });
});

describe('a second factor (F10)', () => {
  async function enrolled() {
    const front = await openFront(temporaryFolder());
    const here = await register(front);
    const begun = await front.call('POST', `${ACCOUNT}/second_factor/begin`, { password: OLD.password }, here);
    const { secret, address } = begun.data as never as { secret: string; address: string };
    const totp = new TOTP({ secret });
    const code = () => totp.generate({ timestamp: front.clock.nowMs() });
    return { front, here, address, code };
  }

  async function confirmed() {
    const all = await enrolled();
    const elsewhere = { authorization: `Bearer ${(await logInWith(all.front)).data?.token}` };
    const answer = await all.front.call('POST', `${ACCOUNT}/second_factor/confirm`, { code: all.code() }, all.here);
    expect(answer.code).toBe(200);
    expect(await isAlive(all.front, elsewhere)).toBe(false);
    all.front.clock.advance(60_000);
    return { ...all, recovery: answer.data?.recovery_codes as unknown as string[] };
  }

  it('is asked for only once the trader’s app has shown that it has the secret', async () => {
    const { front, here, address, code } = await enrolled();
    expect(address).toMatch(/^otpauth:\/\/totp\/Strategybot:trader-1\?.*secret=[A-Z2-7]{32}/);
    expect(await logInWith(front)).toMatchObject({ code: 200 });
    const confirm = (typed: string) => front.call('POST', `${ACCOUNT}/second_factor/confirm`, { code: typed }, here);
    expect(await confirm('000000')).toMatchObject({ code: 422, data: { field: 'code', issue: 'otp-wrong' } });
    expect(await confirm(code())).toMatchObject({ code: 200 });
    expect(await logInWith(front)).toMatchObject({ code: 401, data: { issue: 'otp-required' } });
    await front.store.close();
  });

  it('lets in with a fresh code, never twice with the same, and tells a wrong password from nothing', async () => {
    const { front, code } = await confirmed();
    expect(await logInWith(front, OLD.password, '000000')).toMatchObject({ code: 401, data: { issue: 'otp-wrong' } });
    expect(await logInWith(front, 'wrong-horse-1', code())).toMatchObject({
      code: 401,
      data: { issue: 'login-wrong' },
    });
    const fresh = code();
    expect(await logInWith(front, OLD.password, fresh)).toMatchObject({ code: 200 });
    expect(await logInWith(front, OLD.password, fresh)).toMatchObject({ code: 401, data: { issue: 'otp-wrong' } });
    front.clock.advance(30_000);
    expect(await logInWith(front, OLD.password, code())).toMatchObject({ code: 200 });
    // One step of clock difference is forgiven, two are not.
    const late = code();
    front.clock.advance(90_000);
    expect(await logInWith(front, OLD.password, late)).toMatchObject({ code: 401 });
    await front.store.close();
  });

  it('counts wrong codes as wrong tries', async () => {
    const { front, code } = await confirmed();
    const from = { clientIp: '10.0.0.5' };
    const attempt = (otp: string) =>
      front.call('POST', `${ACCOUNT}/login`, { account: OLD.account, password: OLD.password, otp }, from);
    for (let round = 0; round < 10; round += 1) expect((await attempt('000000')).code).toBe(401);
    expect((await attempt(code())).code).toBe(429);
    await front.store.close();
  });

  it('counts wrong codes of a removal too, tells them, and gives right ones back', async () => {
    const { front, here, code } = await confirmed();
    const remove = (typed: string) =>
      front.call('POST', `${ACCOUNT}/second_factor/remove`, { password: OLD.password, code: typed }, here);
    for (let round = 0; round < 5; round += 1) expect((await remove('000000')).code).toBe(422);
    expect((await remove(code())).code).toBe(429);
    const told = events(front).map(({ what }) => what);
    expect(told.filter((what) => what === 'second-factor-failed')).toHaveLength(5);
    expect(told).toContain('credential-change-locked');
    front.clock.advance(16 * 60_000);
    for (let round = 0; round < 4; round += 1) await remove('000000');
    expect((await remove(code())).code).toBe(200);
    // Confirming and removing cost nothing: only what is wrong counts.
    const begin = () => front.call('POST', `${ACCOUNT}/second_factor/begin`, { password: OLD.password }, here);
    expect((await begin()).code).toBe(200);
    await front.store.close();
  });

  it('lets in with each recovery code once', async () => {
    const { front, here, recovery } = await confirmed();
    expect(recovery).toHaveLength(10);
    expect(new Set(recovery).size).toBe(10);
    const first = recovery[0] ?? '';
    expect(await logInWith(front, OLD.password, ` ${first.toLowerCase()} `)).toMatchObject({ code: 200 });
    expect(await logInWith(front, OLD.password, first)).toMatchObject({ code: 401 });
    const { data } = await front.call('GET', `${ACCOUNT}/security`, undefined, here);
    expect(data).toMatchObject({ second_factor: true, recovery_left: 9 });
    await front.store.close();
  });

  it('goes with the password and a code, survives a restart, and reaches no reply or log', async () => {
    const { front, here, code } = await confirmed();
    const remove = (typed: string) =>
      front.call('POST', `${ACCOUNT}/second_factor/remove`, { password: OLD.password, code: typed }, here);
    expect(await remove('000000')).toMatchObject({ code: 422, data: { issue: 'otp-wrong' } });
    const again = await openAccounts(front.store, countingRandom(5_000));
    const userId = again.credentials(accountName(OLD.account))?.userId ?? 0;
    expect(again.secondFactor(userId)?.isConfirmed).toBe(true);
    expect(JSON.stringify([...again.everyUser()])).not.toContain(again.secondFactor(userId)?.secret);
    expect(front.logged.join('')).not.toContain(again.secondFactor(userId)?.secret);
    expect(await remove(code())).toMatchObject({ code: 200 });
    expect(await logInWith(front)).toMatchObject({ code: 200 });
    await front.store.close();
  });
});

/** Logs in from an address. */
const from = (front: Front, account: string, password: string) => async (clientIp: string) => {
  const answer = await front.call('POST', `${ACCOUNT}/login`, { account, password }, { clientIp });
  return { authorization: `Bearer ${answer.data?.token}` };
};

describe('a full list of sessions (F10)', () => {
  it('makes room with the oldest of the address that holds the most, over a restart too', async () => {
    const clock = handClock();
    const folder = temporaryFolder();
    let front = await openFront(folder, {}, clock, hashedRandom());
    await register(front);
    let visit = from(front, OLD.account, OLD.password);
    // The registration itself is the first one, at no address.
    const home = await visit('1.1.1.1');
    const away: { readonly authorization: string }[] = [];
    for (let made = 2; made < MOST_SESSIONS; made += 1) {
      clock.advance(1_000);
      away.push(await visit('2.2.2.2'));
    }
    await front.store.close();
    front = await openFront(folder, {}, clock, hashedRandom('two'));
    visit = from(front, OLD.account, OLD.password);
    for (let gone = 0; gone < 5; gone += 1) {
      clock.advance(1_000);
      await visit('3.3.3.3');
      const alive = await Promise.all(away.map((one) => isAlive(front, one)));
      expect(alive).toEqual(away.map((_, index) => index > gone));
    }
    expect(await isAlive(front, home)).toBe(true);
    await front.store.close();
  });
});

describe('accounts whose passwords are published', () => {
  it('have room for many visitors at once; whoever logs in over and over ends his own sessions (F10)', async () => {
    const clock = handClock();
    const front = await openFront(temporaryFolder(), {}, clock, hashedRandom());
    const visit = from(front, 'demo', 'paper-demo');
    const first = await visit('1.1.1.1');
    const flood = await visit('6.6.6.6');
    for (let made = 2; made < MOST_PUBLISHED_SESSIONS; made += 1) {
      clock.advance(10);
      await visit('6.6.6.6');
    }
    expect([await isAlive(front, first), await isAlive(front, flood)]).toEqual([true, true]);
    await visit('7.7.7.7');
    expect([await isAlive(front, first), await isAlive(front, flood)]).toEqual([true, false]);
    // Nobody is told who else is there.
    const { data } = await front.call('GET', `${ACCOUNT}/security`, undefined, first);
    expect(data?.sessions).toMatchObject([{ address: '1.1.1.1', is_current: true }]);
    await front.store.close();
  });

  it('do not let one visitor lock the money calls of another; an account of its own is locked whole (F10)', async () => {
    const TRANSFER: Partial<Handlers> = { transfer: (request) => request.transact(() => ok({})) };
    const front = await openFront(temporaryFolder(), TRANSFER, handClock(), hashedRandom());
    await register(front);
    const move = (fundpass: string, who: { readonly authorization: string }) => {
      const body = { from: 'spot', to: 'margin', asset: 'USDT', amount: '1', fundpass };
      return front.call('POST', `${ACCOUNT}/transfer`, body, who);
    };
    for (const [account, password, fundpass, theirs] of [
      ['demo', 'paper-demo', 'paper-fund', 200],
      [OLD.account, OLD.password, OLD.fundpass, 429],
    ] as const) {
      const visit = from(front, account, password);
      const [stranger, honest] = [await visit('6.6.6.6'), await visit('7.7.7.7')];
      for (let tries = 0; tries < 5; tries += 1) await move('wrong fund password', stranger);
      expect((await move(fundpass, stranger)).code).toBe(429);
      expect((await move(fundpass, honest)).code, account).toBe(theirs);
    }
    await front.store.close();
  });

  it('cannot be taken from the others', async () => {
    const front = await openFront(temporaryFolder());
    const demo = await logIn(front);
    const password = 'paper-demo';
    for (const [path, body] of [
      ['password', { password, new_password: 'brand-new-horse' }],
      ['fund_password', { password, new_fundpass: 'brand-new-horse' }],
      ['sessions/end', {}],
      ['second_factor/begin', { password }],
      ['second_factor/remove', { password, code: '000000' }],
    ] as const) {
      expect(await front.call('POST', `${ACCOUNT}/${path}`, body, demo), path).toMatchObject({
        code: 403,
        data: { issue: 'account-published' },
      });
    }
    await front.store.close();
  });

  it('are absent when an operator wants none: neither login nor an old session, and nobody gets the name', async () => {
    const folder = temporaryFolder();
    const front = await openFront(folder);
    const demo = await logIn(front);
    const without = await openAccounts(front.store, countingRandom(9_000), { hasPublished: false });
    expect(without.credentials('demo')).toBeUndefined();
    expect(without.sessionOf(demo.authorization.slice(7), front.clock.nowMs())).toBeNull();
    await front.sequencer.submit((tx) => {
      const taken = { account: 'demo', nickname: 'Me', passwordHash: '', fundpassHash: '' };
      expect(without.add(tx, taken)).toEqual({ refused: 'account-taken' });
    });
    await front.store.close();
  });
});
