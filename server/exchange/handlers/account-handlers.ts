import { AGREEMENT_PATH } from '#lib/contract/agreement-path.ts';
import { isNickname } from '#lib/contract/shown-text.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { accountName, isAccountName } from '../accounts/account-record.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { HashClaim } from '../accounts/hash-queue.ts';
import { passwordIssue } from '../accounts/password-rules.ts';
import { spendCode } from '../accounts/second-factor.ts';
import { isSameSecret } from '../accounts/secret-hash.ts';
import { grantStartingFunds } from '../accounts/starting-funds.ts';
import { AGREEMENT_VERSION, hasSigned, type User } from '../accounts/user.ts';
import { type Handlers, signedIn } from '../http/handler.ts';
import { type TradingAccount, userAccount } from '../ledger/account-names.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { busy, ok, type Refusal, refuse, refuseField, refuseFor } from '../replies/reply.ts';
import type { SecurityHandlerParts } from './present-password.ts';
import { securityHandlers } from './security-handlers.ts';

type AccountCall =
  | 'upstreamLogin'
  | 'upstreamRegister'
  | 'upstreamLogout'
  | 'upstreamProfile'
  | 'agreement'
  | 'signAgreement'
  | 'permissions'
  | 'availableBalance';

export type AccountHandlers = Pick<Handlers, AccountCall> & ReturnType<typeof securityHandlers>;

export interface AccountHandlerParts extends SecurityHandlerParts {
  readonly ledger: Ledger;
}

/** The session answer of a user (sessionInfo in the contract). */
export function sessionInfoOf(user: User) {
  return {
    logged_in: true,
    user_id: user.id,
    uid: user.uid,
    anonymous: user.anonymous,
    nickname: user.nickname,
    avatar: user.avatar,
    lang: user.lang,
    rise_color: user.riseColor,
    agreement_signed: hasSigned(user),
  };
}

export function accountHandlers(parts: AccountHandlerParts): AccountHandlers {
  const { accounts, ledger } = parts;
  return {
    ...securityHandlers(parts),
    upstreamLogin: loginHandler(parts),
    upstreamRegister: registerHandler(parts),
    upstreamLogout: (request) =>
      request.transact((tx) => {
        const { session, clientIp: ip } = request;
        if (session === null) return ok({});
        accounts.closeSession(tx, session);
        const told = { what: 'session-ended', userId: session.userId, ip, cause: 'logout' } as const;
        tx.afterCommit(() => parts.door.security(told));
        return ok({});
      }),
    upstreamProfile: (request) => ok(sessionInfoOf(signedIn(request))),
    agreement: (request) =>
      ok({ signed: hasSigned(signedIn(request)), version: AGREEMENT_VERSION, url: AGREEMENT_PATH }),
    signAgreement: (request) => {
      const user = signedIn(request);
      if (request.body.version !== AGREEMENT_VERSION) return refuse(CODE.conflict, 'agreement-version');
      return request.transact((tx) => {
        accounts.signAgreement(tx, user.id, AGREEMENT_VERSION);
        return ok({});
      });
    },
    // M-105, E-253: a flag is false until an operator grants it. Here everybody may do with his bots what they can.
    permissions: () => ok({ spot_grid_modify_price_range: true, spot_grid_add_position: true, spot_grid_pause: true }),
    availableBalance: (request) => ok(availableBalance(ledger, signedIn(request).id, request.query)),
  };
}

/**
 * C-150: spendable balances by asset of the account asked for (the spot account when none is); `max_outable` is that of
 * the currency asked for, else of the account's own asset.
 */
function availableBalance(ledger: Ledger, userId: number, query: { account?: TradingAccount; currency?: string }) {
  const { currency } = query;
  const account = userAccount(userId, query.account ?? 'spot');
  const assets = currency === undefined ? [...ledger.assets(account).keys()].sort() : [currency];
  const outable = (asset: string) => formatAmount(ledger.balance(account, asset));
  return {
    currency_outables: assets.map((asset) => ({ asset, outable: outable(asset) })),
    max_outable: { outable: outable(currency ?? (query.account === 'futures_btc' ? 'BTC' : 'USDT')) },
  };
}

function loginHandler({ accounts, hasher, door }: AccountHandlerParts): Handlers['upstreamLogin'] {
  const { logins, security } = door;
  return async (request) => {
    const account = accountName(request.body.account);
    const { clientIp: ip, device } = request;
    const login = { account, ip, device };
    const known = accounts.credentials(account);
    const told = { userId: known?.userId, ip, isKnownDevice: device !== '' };
    const waitMs = await logins.begin(login);
    if (waitMs > 0) {
      security({ what: 'login-locked', ...told });
      return refuseFor(waitMs, 'too-many-attempts');
    }
    const claim: HashClaim =
      device === '' ? { lane: 'stranger', from: ip } : { lane: 'trader', from: `device ${device}` };
    const isRight = await hasher.verify(request.body.password, known?.passwordHash ?? '', claim);
    if (isRight === 'busy') {
      await logins.forgive(login);
      return busy();
    }
    // One answer for a wrong password and an unknown account.
    if (!isRight || known === undefined) {
      security({ what: 'login-failed', ...told });
      return WRONG;
    }
    const factor = accounts.secondFactor(known.userId);
    const isAsked = factor?.isConfirmed === true;
    if (isAsked && request.body.otp === undefined) {
      await logins.forgive(login);
      return refuse(CODE.loginRequired, 'otp-required');
    }
    // Given back only when the code is right too: whoever knows the password has as many tries at it as at that.
    const opened = await request.transact((tx) => {
      // Changed while it was hashed: whoever changed it was told that the old one opens nothing any more.
      if (accounts.credentials(account)?.passwordHash !== known.passwordHash) return WRONG;
      const present = accounts.secondFactor(known.userId);
      if (present?.isConfirmed === true) {
        const used = spendCode(present, request.body.otp ?? '', tx.nowMs);
        if (used === null) return refuse(CODE.loginRequired, 'otp-wrong');
        accounts.setSecondFactor(tx, known.userId, used);
      }
      const { token, pushedOut } = accounts.openSession(tx, known.userId, { ip, agent: request.agent });
      tx.afterCommit(() => {
        security({ what: 'login', ...told });
        if (pushedOut === 0) return;
        security({ what: 'session-ended', userId: known.userId, ip, sessions: pushedOut, cause: 'too-many-sessions' });
      });
      return ok({ ...sessionInfoOf(userOf(accounts, known.userId)), token });
    });
    if (opened.code === CODE.ok) await logins.forgive(login);
    else security({ what: opened === WRONG ? 'login-failed' : 'second-factor-failed', ...told });
    return opened;
  };
}

const WRONG = refuse(CODE.loginRequired, 'login-wrong');

function registerHandler({ accounts, ledger, hasher, door }: AccountHandlerParts): Handlers['upstreamRegister'] {
  const { registrations, registrationTries, security } = door;
  return async (request) => {
    const { clientIp: ip } = request;
    // Without an address these would be everybody's.
    const waitMs = ip === '' ? 0 : Math.max(await registrationTries.take(ip), await registrations.wait(ip));
    if (waitMs > 0) {
      security({ what: 'registration-locked', ip });
      return refuseFor(waitMs, 'too-many-attempts');
    }
    const { account, password, fundpass } = request.body;
    if (isSameSecret(fundpass, password)) return refuseField('fundpass', 'fundpass-same');
    for (const [field, secret] of [
      ['password', password],
      ['fundpass', fundpass],
    ] as const) {
      const issue = passwordIssue(secret, accountName(account));
      if (issue !== null) return refuseField(field, issue);
    }
    const nickname = request.body.nickname?.trim() ?? '';
    // Before the hashing, which takes long: these are refused at once.
    if (!isAccountName(accountName(account))) return registrationRefusal('account-format');
    if (nickname !== '' && !isNickname(nickname)) return registrationRefusal('nickname-format');
    if (accounts.credentials(account) !== undefined) return registrationRefusal('account-taken');
    const claim: HashClaim = { lane: 'stranger', from: ip };
    const hashes = await hasher.several(claim, 2, async ({ hash }) => ({
      passwordHash: await hash(password),
      fundpassHash: await hash(fundpass),
    }));
    if (hashes === 'busy') return busy();
    if (ip !== '' && (await registrations.take(ip)) > 0)
      return refuseFor(await registrations.wait(ip), 'too-many-attempts');
    return request.transact((tx) => {
      const user = accounts.add(tx, { account, nickname, ...hashes });
      if ('refused' in user) return registrationRefusal(user.refused);
      grantStartingFunds(ledger, user.id, tx.nowMs);
      tx.afterCommit(() => security({ what: 'registered', userId: user.id, ip }));
      const { token } = accounts.openSession(tx, user.id, { ip, agent: request.agent });
      return ok({ ...sessionInfoOf(user), token });
    });
  };
}

function registrationRefusal(issue: 'account-taken' | 'account-format' | 'nickname-format'): Refusal {
  return refuseField(issue === 'nickname-format' ? 'nickname' : 'account', issue);
}

function userOf(accounts: Accounts, userId: number): User {
  const user = accounts.byId(userId);
  if (user === undefined) throw new Error(`there is no user ${userId}`);
  return user;
}
