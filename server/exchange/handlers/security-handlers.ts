import { CODE } from '#lib/contract/vocabulary.ts';
import type { AccountDoor } from '../accounts/account-door.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { passwordIssue } from '../accounts/password-rules.ts';
import { enrolmentAddress, newSecondFactor, spendCode, withRecoveryCodes } from '../accounts/second-factor.ts';
import { isSameSecret } from '../accounts/secret-hash.ts';
import type { Session } from '../accounts/user.ts';
import { type ExchangeRequest, type Handlers, signedIn } from '../http/handler.ts';
import { ok, type Refusal, refuse, refuseField } from '../replies/reply.ts';
import type { Tx } from '../sequencer/sequencer.ts';
import {
  type Asking,
  type FurtherHashes,
  limitOf,
  NOTHING_FURTHER,
  proven,
  type SecurityHandlerParts,
} from './present-password.ts';

type SecurityCall = 'accountSecurity' | 'changePassword' | 'changeFundPassword' | 'endSessions' | FactorCall;

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
    ...secondFactorHandlers(parts),
  };
}

type FactorCall = 'beginSecondFactor' | 'confirmSecondFactor' | 'removeSecondFactor';

function secondFactorHandlers(parts: SecurityHandlerParts): Pick<Handlers, FactorCall> {
  const { accounts } = parts;
  return {
    beginSecondFactor: async (request) => {
      const password = await proven(parts, request, request.body.password, NOTHING_FURTHER);
      if ('code' in password) return password;
      const user = signedIn(request);
      const factor = newSecondFactor(parts.random);
      return request.transact((tx) => {
        const refusal = password.changedSince();
        if (refusal !== null) return refusal;
        if (accounts.secondFactor(user.id)?.isConfirmed === true) return refuse(CODE.conflict, 'second-factor-on');
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
      const password = await proven(parts, request, request.body.password, NOTHING_FURTHER);
      if ('code' in password) return password;
      const { id } = signedIn(request);
      return withCode(parts, request, (tx) => {
        const refusal = password.changedSince();
        if (refusal !== null) return refusal;
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
  const isPassword = field === 'new_password';
  const change = await proven(
    parts,
    request,
    password,
    newSecret(signedIn(request).account, { password, wanted, field }),
  );
  if ('code' in change) return change;
  return request.transact((tx) => {
    const refusal = change.changedSince();
    if (refusal !== null) return refusal;
    const session = mine(request);
    const hash = change.made;
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

/**
 * The hash of a new password or fund password that keeps the rules: not the old one, and the two are never the same. The
 * password that was typed beside it has turned out right, so it needs no other hash to be told from it.
 */
function newSecret(account: string, { password, wanted, field }: NewSecret): FurtherHashes<string> {
  const [asPassword, asFundpass] =
    field === 'new_password' ? ['password-unchanged', 'fundpass-same'] : ['fundpass-same', 'password-unchanged'];
  return {
    count: 2,
    async make(hashing, known) {
      const issue = passwordIssue(wanted, account);
      if (issue !== null) return refuseField(field, issue);
      if (isSameSecret(wanted, password)) return refuseField(field, asPassword);
      if (await hashing.verify(wanted, known.fundpass)) return refuseField(field, asFundpass);
      return hashing.hash(wanted);
    },
  };
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
