import { CODE } from '#lib/contract/vocabulary.ts';
import { MINUTE_MS } from '#lib/time/durations.ts';
import { busy, type Refusal, refuse, refuseFor } from '../replies/reply.ts';
import type { Sequencer } from '../sequencer/sequencer.ts';
import type { AccountDoor } from './account-door.ts';
import type { Accounts } from './accounts.ts';
import type { SecretHasher } from './secret-hash.ts';
import type { Session } from './user.ts';

/** A right fund password frees the session's money calls this long (D15, H29). */
export const FUND_FREE_MS = 30 * MINUTE_MS;

/** Decides whether a money call of a session may go on; null = it may. */
export interface FundGate {
  /** Before the call's turn: looks at the fund password where the session is not free of it. */
  open(session: Session, fundpass: string | undefined, nowMs: number, clientIp: string): Promise<Refusal | null>;
  /** In its turn: the fund password may have been changed since. */
  look(session: Session, nowMs: number): Refusal | null;
}

export interface FundGateParts {
  readonly accounts: Accounts;
  readonly sequencer: Sequencer;
  readonly hasher: SecretHasher;
  readonly door: AccountDoor;
}

export function openFundGate({ accounts, sequencer, hasher, door }: FundGateParts): FundGate {
  const { fundPasswords, security } = door;

  /** Frees the session if it and the password are still what they were when the hash was begun. */
  function free(session: Session, verified: string): Promise<Refusal | null> {
    return sequencer.submit((tx) => {
      if (!accounts.isLive(session, tx.nowMs)) return refuse(CODE.loginRequired, 'login-required');
      if (accounts.fundpassHash(session.userId) !== verified) return refuse(CODE.fundPasswordWrong, 'fundpass-wrong');
      accounts.markFundVerified(tx, session, tx.nowMs + FUND_FREE_MS);
      return null;
    });
  }

  return {
    look: (session, nowMs) => (accounts.isFundFree(session, nowMs) ? null : REQUIRED),
    async open(session, fundpass, nowMs, ip) {
      const { userId } = session;
      if (session.fundVerifiedUntilMs > nowMs) return null;
      if (fundpass === undefined || fundpass === '') return REQUIRED;
      // Everybody knows a published account's fund password: nobody's wrong tries may lock the money calls of the others.
      const who = accounts.isPublished(userId) ? `session ${session.key}` : `user ${userId}`;
      // Counted before the answer is known: tries sent at once count as well as tries sent in turn.
      const waitMs = await fundPasswords.take(who);
      if (waitMs > 0) {
        security({ what: 'fund-password-locked', userId, ip });
        return refuseFor(waitMs, 'too-many-attempts');
      }
      const hash = accounts.fundpassHash(userId);
      const isRight = await hasher.verify(fundpass, hash, { lane: 'trader', from: `user ${userId}` });
      if (isRight === 'busy') {
        await fundPasswords.giveBack(who);
        return busy();
      }
      const refusal = isRight ? await free(session, hash) : refuse(CODE.fundPasswordWrong, 'fundpass-wrong');
      if (refusal === null) await fundPasswords.clear(who);
      else if (refusal.code === CODE.fundPasswordWrong) security({ what: 'fund-password-failed', userId, ip });
      else await fundPasswords.giveBack(who);
      return refusal;
    },
  };
}

const REQUIRED: Refusal = { ...refuse(CODE.fundPasswordRequired, 'fundpass-required'), require_fundpass: true };
