import { CODE } from '#lib/contract/vocabulary.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { type Handlers, ok, type Refusal, refuse, refuseField, signedIn } from '../http/handler.ts';
import { type TradingAccount, userAccount } from '../ledger/account-names.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Accounts } from './accounts.ts';
import { attemptLimit } from './attempt-limit.ts';
import type { SecretHasher } from './secret-hash.ts';
import { grantStartingFunds } from './starting-funds.ts';
import type { User } from './user.ts';

/** The agreement that creating a bot needs. A new version has to be signed anew. */
export const AGREEMENT_VERSION = '2026-01';
const AGREEMENT_URL = '/help/bots/agreement';

const WINDOW_MS = 15 * 60_000;
/** Wrong passwords per window: of one account from one address, of one account, from one address. */
const PAIR_TRIES = 10;
const ACCOUNT_TRIES = 100;
const ADDRESS_TRIES = 100;
const REGISTRATIONS = 200;

type AccountCall =
  | 'upstreamLogin'
  | 'upstreamRegister'
  | 'upstreamLogout'
  | 'upstreamProfile'
  | 'agreement'
  | 'signAgreement'
  | 'permissions'
  | 'availableBalance';

export type AccountHandlers = Pick<Handlers, AccountCall>;

export interface AccountHandlerParts {
  readonly accounts: Accounts;
  readonly ledger: Ledger;
  readonly hasher: SecretHasher;
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

/** Whether the user has signed the agreement's present version. */
export function hasSigned(user: User): boolean {
  return user.agreementVersion === AGREEMENT_VERSION;
}

export function accountHandlers(parts: AccountHandlerParts): AccountHandlers {
  const { accounts, ledger } = parts;
  return {
    upstreamLogin: loginHandler(parts),
    upstreamRegister: registerHandler(parts),
    upstreamLogout: (request) =>
      request.transact((tx) => {
        if (request.session !== null) accounts.closeSession(tx, request.session);
        return ok({});
      }),
    upstreamProfile: (request) => ok(sessionInfoOf(signedIn(request))),
    agreement: (request) =>
      ok({ signed: hasSigned(signedIn(request)), version: AGREEMENT_VERSION, url: AGREEMENT_URL }),
    signAgreement: (request) => {
      const user = signedIn(request);
      if (request.body.version !== AGREEMENT_VERSION) return refuse(CODE.conflict, 'agreement-version');
      return request.transact((tx) => {
        accounts.signAgreement(tx, user.id, AGREEMENT_VERSION);
        return ok({});
      });
    },
    // M-105, E-253: every flag is false until an operator grants it.
    permissions: () =>
      ok({ spot_grid_modify_price_range: false, spot_grid_add_position: false, spot_grid_pause: false }),
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

function loginHandler({ accounts, hasher }: AccountHandlerParts): Handlers['upstreamLogin'] {
  const limits = [
    { limit: attemptLimit(PAIR_TRIES, WINDOW_MS), key: (account: string, ip: string) => `${account} ${ip}` },
    { limit: attemptLimit(ACCOUNT_TRIES, WINDOW_MS), key: (account: string) => account },
    { limit: attemptLimit(ADDRESS_TRIES, WINDOW_MS), key: (_: string, ip: string) => ip },
  ];
  return async (request) => {
    const account = request.body.account.trim().toLowerCase();
    // The address limit needs an address: without one it would be everybody's.
    const mine = limits
      .map(({ limit, key }) => ({ limit, key: key(account, request.clientIp) }))
      .filter(({ key }) => key !== '');
    if (mine.some(({ limit, key }) => limit.isReached(key, request.nowMs)))
      return refuse(CODE.tooManyRequests, 'too-many-attempts');
    for (const { limit, key } of mine) limit.count(key, request.nowMs);
    const known = accounts.credentials(account);
    const isRight = await hasher.verify(request.body.password, known?.passwordHash ?? '');
    if (isRight === 'busy') return refuse(CODE.tooManyRequests, 'busy');
    // One answer for a wrong password and an unknown account.
    if (!isRight || known === undefined) return refuse(CODE.loginRequired, 'login-wrong');
    for (const { limit, key } of mine) limit.forgive(key);
    return request.transact((tx) => {
      const token = accounts.openSession(tx, known.userId);
      return ok({ ...sessionInfoOf(userOf(accounts, known.userId)), token });
    });
  };
}

function registerHandler({ accounts, ledger, hasher }: AccountHandlerParts): Handlers['upstreamRegister'] {
  const made = attemptLimit(REGISTRATIONS, WINDOW_MS);
  return async (request) => {
    if (made.isReached(request.clientIp, request.nowMs)) return refuse(CODE.tooManyRequests, 'too-many-attempts');
    made.count(request.clientIp, request.nowMs);
    const { account, password, fundpass } = request.body;
    if (fundpass === password) return refuseField('fundpass', 'fundpass-same');
    const nickname = request.body.nickname?.trim() ?? '';
    const [passwordHash, fundpassHash] = await Promise.all([hasher.hash(password), hasher.hash(fundpass)]);
    if (passwordHash === 'busy' || fundpassHash === 'busy') return refuse(CODE.tooManyRequests, 'busy');
    return request.transact((tx) => {
      const user = accounts.add(tx, { account, nickname, passwordHash, fundpassHash });
      if ('refused' in user) return registrationRefusal(user.refused);
      grantStartingFunds(ledger, user.id, tx.nowMs);
      return ok({ ...sessionInfoOf(user), token: accounts.openSession(tx, user.id) });
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
