import { TOTP } from 'otpauth';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SecretHasher } from '#server/exchange/accounts/secret-hash.ts';
import type { Handlers } from '#server/exchange/http/handler.ts';
import { ok } from '#server/exchange/replies/reply.ts';
import { type Answer, openFrontOn } from './accounts-fixture.ts';
import { hashedRandom, openCore, temporaryFolder } from './store-fixture.ts';

/** What happens to a call whose session or password is another by the time that its hash is there. */

const ACCOUNT = '/apiw/v2/account';
const ME = { account: 'trader-1', password: 'correct-horse-1', fundpass: 'staple-battery-1' };
const NEXT = 'brand-new-horse';

type Who = { readonly authorization: string };
const whoOf = ({ data }: Answer): Who => ({ authorization: `Bearer ${data?.token}` });

/** The exchange's front, in which the next hash, or the next bot handler, waits for what the test does meanwhile. */
async function overtaken() {
  let meanwhile: (() => Promise<unknown>) | null = null;
  const pause = async () => {
    const work = meanwhile;
    meanwhile = null;
    await work?.();
  };
  const slow = (hasher: SecretHasher): SecretHasher =>
    new Proxy(hasher, {
      get:
        (target, name) =>
        async (...given: unknown[]) => {
          const made = await (target[name as keyof SecretHasher] as (...all: unknown[]) => unknown)(...given);
          await pause();
          return made;
        },
    });
  let done = 0;
  const handlers: Partial<Handlers> = {
    transfer: async (request) => {
      if (request.body.asset === 'BTC') await pause();
      return request.transact(() => {
        done += 1;
        return ok({});
      });
    },
    hideStrategy: async (request) => {
      await pause();
      return request.transact(() => {
        done += 1;
        return ok({});
      });
    },
  };
  const front = await openFrontOn(await openCore(temporaryFolder()), handlers, hashedRandom(), slow);
  onTestFinished(() => front.store.close());
  const post = (path: string, body: object, who?: Who, key: string | null = null) =>
    front.call('POST', `${ACCOUNT}/${path}`, body, { ...who, idempotencyKey: key });
  const here = whoOf(await post('register', ME));
  return {
    front,
    post,
    here,
    done: () => done,
    /** Done while the next hash is made (or the next handler waits). */
    during: (work: () => Promise<unknown>) => {
      meanwhile = work;
    },
    logIn: (password = ME.password) => post('login', { account: ME.account, password }),
    transfer: (who: Who, changes: object = {}, key: string | null = null) =>
      post(
        'transfer',
        { from: 'spot', to: 'margin', asset: 'USDT', amount: '1', fundpass: ME.fundpass, ...changes },
        who,
        key,
      ),
  };
}

describe('a call whose session has ended before its turn (F10)', () => {
  it('moves no money, whether the fund password was being hashed or not, and says who is asked to log in', async () => {
    const { post, here, logIn, transfer, during, done } = await overtaken();
    for (const asset of ['USDT', 'BTC']) {
      const thief = whoOf(await logIn());
      if (asset === 'BTC') expect((await transfer(thief)).code).toBe(200);
      const before = done();
      during(async () => expect(await post('sessions/end', {}, here)).toMatchObject({ code: 200, data: { ended: 1 } }));
      expect(await transfer(thief, { asset })).toMatchObject({ code: 401, data: { issue: 'login-required' } });
      expect(done(), asset).toBe(before);
    }
  });

  it('is not answered for another session that asks the same under the same key', async () => {
    const { post, logIn, transfer, during, done } = await overtaken();
    const [gone, back] = [whoOf(await logIn()), whoOf(await logIn())];
    let second: Promise<Answer> | null = null;
    during(async () => {
      await post('logout', {}, gone);
      second = transfer(back, {}, 'key-of-a-wish-01');
    });
    expect((await transfer(gone, {}, 'key-of-a-wish-01')).code).toBe(401);
    expect((await (second as Promise<Answer> | null))?.code).toBe(200);
    expect(done()).toBe(1);
  });

  it('changes nothing else either', async () => {
    const { front, post, here, during, done } = await overtaken();
    during(async () => expect((await post('logout', {}, here)).code).toBe(200));
    const hide = { strategy_id: 1, strategy_type: 'spot_grid', is_hide: 1 };
    const answer = await front.call('PUT', '/apiw/v2/quant-trading/private/strategy_is_hide', hide, here);
    expect(answer).toMatchObject({ code: 401 });
    expect(done()).toBe(0);
  });
});

describe('a password that is changed while it is looked at (F10)', () => {
  it('opens no session any more', async () => {
    const { front, post, here, logIn, during } = await overtaken();
    during(async () =>
      expect((await post('password', { password: ME.password, new_password: NEXT }, here)).code).toBe(200),
    );
    expect(await logIn()).toMatchObject({ code: 401, data: { issue: 'login-wrong' } });
    expect(front.logged.filter((line) => line.includes('"login-failed"'))).toHaveLength(1);
    expect((await logIn(NEXT)).code).toBe(200);
  });

  it('changes nothing any more: the change that came first stays', async () => {
    const { post, here, logIn, during } = await overtaken();
    during(async () =>
      expect((await post('password', { password: ME.password, new_password: NEXT }, here)).code).toBe(200),
    );
    const late = await post('password', { password: ME.password, new_password: 'another-new-horse' }, here);
    expect(late).toMatchObject({ code: 422, data: { field: 'password', issue: 'password-wrong' } });
    expect((await logIn(NEXT)).code).toBe(200);
  });

  it('does not become the fund password that was set meanwhile', async () => {
    const { post, here, logIn, during } = await overtaken();
    during(async () =>
      expect((await post('fund_password', { password: ME.password, new_fundpass: NEXT }, here)).code).toBe(200),
    );
    const late = await post('password', { password: ME.password, new_password: NEXT }, here);
    expect(late.code).not.toBe(200);
    expect((await logIn(NEXT)).code).toBe(401);
  });

  it('frees no money calls any more, and what was freed before is not', async () => {
    const { post, here, transfer, during, done } = await overtaken();
    const change = (fundpass: string) => post('fund_password', { password: ME.password, new_fundpass: fundpass }, here);
    during(async () => expect((await change('another-staple-2')).code).toBe(200));
    expect(await transfer(here)).toMatchObject({ code: 424 });
    expect((await transfer(here, { fundpass: 'another-staple-2' })).code).toBe(200);
    during(async () => expect((await change('another-staple-3')).code).toBe(200));
    expect(await transfer(here, { asset: 'BTC', fundpass: undefined })).toMatchObject({
      code: 423,
      require_fundpass: true,
    });
    expect(done()).toBe(1);
  });

  it('begins no second factor over one that was confirmed meanwhile', async () => {
    const { front, post, here, during } = await overtaken();
    const begin = () => post('second_factor/begin', { password: ME.password }, here);
    const { secret } = (await begin()).data as never as { secret: string };
    const code = new TOTP({ secret }).generate({ timestamp: front.clock.nowMs() });
    during(async () => expect((await post('second_factor/confirm', { code }, here)).code).toBe(200));
    expect(await begin()).toMatchObject({ code: 409, data: { issue: 'second-factor-on' } });
    const { userId } = front.accounts.credentials(ME.account) ?? { userId: 0 };
    expect(front.accounts.secondFactor(userId)?.isConfirmed).toBe(true);
  });
});
