import { CODE } from '#lib/contract/vocabulary.ts';
import type { AccountDoor } from '../accounts/account-door.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { HashClaim } from '../accounts/hash-queue.ts';
import { passwordIssue } from '../accounts/password-rules.ts';
import { enrolmentAddress, newSecondFactor, spendCode, withRecoveryCodes } from '../accounts/second-factor.ts';
import type { SecretHasher } from '../accounts/secret-hash.ts';
import type { Session, User } from '../accounts/user.ts';
import { type ExchangeRequest, type Handlers, signedIn, type UpstreamEndpointName } from '../http/handler.ts';
import { busy, ok, type Refusal, refuse, refuseField, refuseFor } from '../replies/reply.ts';
import type { Tx } from '../sequencer/sequencer.ts';
import type { Random } from '../surroundings/random.ts';

type SecurityCall =
  | 'accountSecurity'
  | 'changePassword'
  | 'changeFundPassword'
  | 'endSessions'
  | 'beginSecondFactor'
  | 'confirmSecondFactor'
  | 'removeSecondFactor';

export interface SecurityHandlerParts {
  readonly accounts: Accounts;
  readonly hasher: SecretHasher;
  readonly door: AccountDoor;
  readonly random: Random;
}

type Asking = Pick<ExchangeRequest<UpstreamEndpointName>, 'user' | 'session' | 'clientIp' | 'nowMs'>;

/**
 * What a trader does for his own account's safety. Accounts whose passwords are published belong to everybody: nobody
 * may take one from the others by changing it.
 */
export function securityHandlers(parts: SecurityHandlerParts): Pick<Handlers, SecurityCall> {
  const { accounts } = parts;
  return {
    accountSecurity: (request) => ok(overview(parts, request)),
    changePassword: async (request) => {
      const { password, new_password: wanted } = request.body;
      return changeSecret(parts, request, { password, wanted, field: 'new_password' });
    },
    changeFundPassword: async (request) => {
      const { password, new_fundpass: wanted } = request.body;
      return changeSecret(parts, request, { password, wanted, field: 'new_fundpass' });
    },
    endSessions: (request) => {
      if (isPublished(accounts, request)) return refuse(CODE.forbidden, 'account-published');
      return request.transact((tx) => {
        const session = mine(request);
        const { id } = request.body;
        const ended =
          id === undefined
            ? accounts.closeOtherSessions(tx, session)
            : accounts.closeSessionNamed(tx, session.userId, id);
        if (id !== undefined && ended === 0) return refuse(CODE.unknown, 'session-unknown');
        tell(parts, tx, request, { what: 'session-ended', sessions: ended, cause: 'ended-by-owner' });
        return ok({ ended });
      });
    },
    beginSecondFactor: async (request) => {
      const refusal = await allowed(parts, request, request.body.password, 'password');
      if (refusal !== null) return refusal;
      const user = signedIn(request);
      if (accounts.secondFactor(user.id)?.isConfirmed === true) return refuse(CODE.conflict, 'second-factor-on');
      const factor = newSecondFactor(parts.random);
      return request.transact((tx) => {
        accounts.setSecondFactor(tx, user.id, factor);
        return ok({ secret: factor.secret, address: enrolmentAddress(factor, user.account) });
      });
    },
    confirmSecondFactor: async (request) => {
      const { id } = signedIn(request);
      return withCode(parts, request, (tx) => {
        const factor = accounts.secondFactor(id);
        if (factor === null || factor.isConfirmed) return refuse(CODE.conflict, 'second-factor-none');
        const used = spendCode(factor, request.body.code, tx.nowMs);
        if (used === null) return refuseField('code', 'otp-wrong');
        const { factor: confirmed, codes } = withRecoveryCodes({ ...used, isConfirmed: true }, parts.random);
        accounts.setSecondFactor(tx, id, confirmed);
        const ended = accounts.closeOtherSessions(tx, mine(request));
        tell(parts, tx, request, { what: 'second-factor-on', sessions: ended });
        return ok({ recovery_codes: codes });
      });
    },
    removeSecondFactor: async (request) => {
      const refusal = await allowed(parts, request, request.body.password, 'password');
      if (refusal !== null) return refusal;
      const { id } = signedIn(request);
      return withCode(parts, request, (tx) => {
        const factor = accounts.secondFactor(id);
        if (factor === null) return refuse(CODE.conflict, 'second-factor-none');
        if (factor.isConfirmed && spendCode(factor, request.body.code, tx.nowMs) === null)
          return refuseField('code', 'otp-wrong');
        accounts.setSecondFactor(tx, id, null);
        tell(parts, tx, request, { what: 'second-factor-off' });
        return ok({});
      });
    },
  };
}

interface NewSecret {
  readonly password: string;
  readonly wanted: string;
  readonly field: 'new_password' | 'new_fundpass';
}

/** A new password or fund password behind the present password. Every other session of the account ends. */
async function changeSecret(
  parts: SecurityHandlerParts,
  request: ExchangeRequest<'changePassword'> | ExchangeRequest<'changeFundPassword'>,
  { password, wanted, field }: NewSecret,
) {
  const { accounts } = parts;
  const refusal = await allowed(parts, request, password, 'password');
  if (refusal !== null) return refusal;
  const hash = await hashOfNew(parts, request, wanted, field);
  if (typeof hash !== 'string') return hash;
  return request.transact((tx) => {
    const session = mine(request);
    const isPassword = field === 'new_password';
    accounts.setSecrets(tx, session.userId, isPassword ? { passwordHash: hash } : { fundpassHash: hash });
    const ended = accounts.closeOtherSessions(tx, session);
    // Whoever knew the old one only does not go on with what it had opened.
    if (!isPassword) accounts.markFundVerified(tx, session, 0);
    tell(parts, tx, request, { what: isPassword ? 'password-changed' : 'fund-password-changed', sessions: ended });
    return ok({ ended });
  });
}

function overview({ accounts }: SecurityHandlerParts, request: Asking) {
  const user = signedIn(request);
  const factor = accounts.secondFactor(user.id);
  const current = mine(request);
  const published = isPublished(accounts, request);
  return {
    account: user.account,
    is_published: published,
    second_factor: factor?.isConfirmed === true,
    recovery_left: factor?.isConfirmed === true ? factor.recoveryHashes.length : 0,
    // Whoever else uses a published account is a stranger, whose address is nobody's business.
    sessions: (published ? [current] : accounts.sessionsOf(user.id, request.nowMs)).map((session) => ({
      id: sessionName(session),
      create_time: Math.floor(session.createdMs / 1000),
      seen_time: Math.floor((session.seenMs ?? session.createdMs) / 1000),
      address: session.ip ?? '',
      agent: session.agent ?? '',
      is_current: session.key === current.key,
    })),
  };
}

/** How a session is named on its owner's screen: a part of its key, from which no token can be made. */
export function sessionName({ key }: Pick<Session, 'key'>): string {
  return key.slice(0, 16);
}

function mine(request: Asking): Session {
  if (request.session === null) throw new Error('a call with session access was handled without a session');
  return request.session;
}

function isPublished(accounts: Accounts, request: Asking): boolean {
  return accounts.isPublished(signedIn(request).id);
}

async function limitOf(door: AccountDoor, request: Asking): Promise<Refusal | null> {
  const userId = signedIn(request).id;
  const waitMs = await door.credentials.take(String(userId));
  if (waitMs === 0) return null;
  door.security({ what: 'credential-change-locked', userId, ip: request.clientIp });
  return refuseFor(waitMs, 'too-many-attempts');
}

/** What stands behind a code of the second factor: a wrong one counts as a wrong password does, and is told. */
async function withCode<R extends { readonly code: number }>(
  { door }: SecurityHandlerParts,
  request: Asking & { transact(step: (tx: Tx) => R | Refusal): Promise<R | Refusal> },
  step: (tx: Tx) => R | Refusal,
): Promise<R | Refusal> {
  const limited = await limitOf(door, request);
  if (limited !== null) return limited;
  const userId = signedIn(request).id;
  const reply = await request.transact(step);
  if (reply.code === CODE.field) door.security({ what: 'second-factor-failed', userId, ip: request.clientIp });
  else await door.credentials.giveBack(String(userId));
  return reply;
}

/** Null when the account may be changed and the password is its own: a session left open is not enough. */
async function allowed(
  { accounts, hasher, door }: SecurityHandlerParts,
  request: Asking,
  password: string,
  field: string,
): Promise<Refusal | null> {
  const user: User = signedIn(request);
  if (accounts.isPublished(user.id)) return refuse(CODE.forbidden, 'account-published');
  const limited = await limitOf(door, request);
  if (limited !== null) return limited;
  const hash = accounts.credentials(user.account)?.passwordHash ?? '';
  const isRight = await hasher.verify(password, hash, claimOf(user));
  if (isRight === 'busy') {
    await door.credentials.giveBack(String(user.id));
    return busy();
  }
  if (!isRight) {
    door.security({ what: 'credential-change-refused', userId: user.id, ip: request.clientIp });
    return refuseField(field, 'password-wrong');
  }
  await door.credentials.giveBack(String(user.id));
  return null;
}

/** The hash of a new password or fund password that keeps the rules: not the old one, and the two are never the same. */
async function hashOfNew(
  { accounts, hasher }: SecurityHandlerParts,
  request: Asking,
  wanted: string,
  field: 'new_password' | 'new_fundpass',
): Promise<string | Refusal> {
  const user = signedIn(request);
  const issue = passwordIssue(wanted, user.account);
  if (issue !== null) return refuseField(field, issue);
  const password = accounts.credentials(user.account)?.passwordHash ?? '';
  const fundpass = accounts.fundpassHash(user.id);
  const [old, other] = field === 'new_password' ? [password, fundpass] : [fundpass, password];
  for (const [taken, said] of [
    [other, 'fundpass-same'],
    [old, 'password-unchanged'],
  ] as const) {
    const isSame = await hasher.verify(wanted, taken, claimOf(user));
    if (isSame === 'busy') return busy();
    if (isSame) return refuseField(field, said);
  }
  const hash = await hasher.hash(wanted, claimOf(user));
  return hash === 'busy' ? busy() : hash;
}

function claimOf(user: User): HashClaim {
  return { lane: 'trader', from: `user ${user.id}` };
}

function tell(
  { door }: SecurityHandlerParts,
  tx: { afterCommit(step: () => void): void },
  request: Asking,
  event: Omit<Parameters<AccountDoor['security']>[0], 'userId' | 'ip'>,
): void {
  const userId = signedIn(request).id;
  tx.afterCommit(() => door.security({ ...event, userId, ip: request.clientIp }));
}
