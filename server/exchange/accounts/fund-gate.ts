import { CODE } from '#lib/contract/vocabulary.ts';
import { busy, type Refusal, refuse, refuseFor } from '../replies/reply.ts';
import type { Sequencer } from '../sequencer/sequencer.ts';
import type { AccountDoor } from './account-door.ts';
import type { Accounts } from './accounts.ts';
import type { SecretHasher } from './secret-hash.ts';
import type { Session } from './user.ts';

/** A right fund password frees the session's money calls this long (D15, H29). */
export const FUND_FREE_MS = 30 * 60_000;

/** Decides whether a money call of a session may go on; null = it may. */
export type FundGate = (
  session: Session,
  fundpass: string | undefined,
  nowMs: number,
  clientIp: string,
) => Promise<Refusal | null>;

export interface FundGateParts {
  readonly accounts: Accounts;
  readonly sequencer: Sequencer;
  readonly hasher: SecretHasher;
  readonly door: AccountDoor;
}

export function openFundGate({ accounts, sequencer, hasher, door }: FundGateParts): FundGate {
  const { fundPasswords, security } = door;
  return async ({ userId, ...session }, fundpass, nowMs, ip) => {
    if (session.fundVerifiedUntilMs > nowMs) return null;
    if (fundpass === undefined || fundpass === '')
      return { ...refuse(CODE.fundPasswordRequired, 'fundpass-required'), require_fundpass: true };
    // Everybody knows a published account's fund password: nobody's wrong tries may lock the money calls of the others.
    const who = accounts.isPublished(userId) ? `session ${session.key}` : `user ${userId}`;
    // Counted before the answer is known: tries sent at once count as well as tries sent in turn.
    const waitMs = await fundPasswords.take(who);
    if (waitMs > 0) {
      security({ what: 'fund-password-locked', userId, ip });
      return refuseFor(waitMs, 'too-many-attempts');
    }
    const isRight = await hasher.verify(fundpass, accounts.fundpassHash(userId), {
      lane: 'trader',
      from: `user ${userId}`,
    });
    if (isRight === 'busy') {
      await fundPasswords.giveBack(who);
      return busy();
    }
    if (!isRight) {
      security({ what: 'fund-password-failed', userId, ip });
      return refuse(CODE.fundPasswordWrong, 'fundpass-wrong');
    }
    await fundPasswords.clear(who);
    await sequencer.submit((tx) => accounts.markFundVerified(tx, { userId, ...session }, tx.nowMs + FUND_FREE_MS));
    return null;
  };
}
