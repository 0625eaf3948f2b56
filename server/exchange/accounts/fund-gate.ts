import { CODE } from '#lib/contract/vocabulary.ts';
import { type Refusal, refuse } from '../http/handler.ts';
import type { Sequencer } from '../sequencer/sequencer.ts';
import type { Accounts } from './accounts.ts';
import { attemptLimit } from './attempt-limit.ts';
import type { SecretHasher } from './secret-hash.ts';
import type { Session } from './user.ts';

/** A right fund password frees the session's money calls this long (D15, H29). */
export const FUND_FREE_MS = 30 * 60_000;
const WRONG_TRIES = 5;
const WRONG_WINDOW_MS = 15 * 60_000;

/** Decides whether a money call of a session may go on; null = it may. */
export type FundGate = (session: Session, fundpass: string | undefined, nowMs: number) => Promise<Refusal | null>;

export function openFundGate(accounts: Accounts, sequencer: Sequencer, hasher: SecretHasher): FundGate {
  const wrong = attemptLimit(WRONG_TRIES, WRONG_WINDOW_MS);
  return async (session, fundpass, nowMs) => {
    if (session.fundVerifiedUntilMs > nowMs) return null;
    if (fundpass === undefined || fundpass === '')
      return { ...refuse(CODE.fundPasswordRequired, 'fundpass-required'), require_fundpass: true };
    const who = String(session.userId);
    if (wrong.isReached(who, nowMs)) return refuse(CODE.tooManyRequests, 'too-many-attempts');
    // Counted before the answer is known: tries sent at once count as well as tries sent in turn.
    wrong.count(who, nowMs);
    const isRight = await hasher.verify(fundpass, accounts.fundpassHash(session.userId));
    if (isRight === 'busy') return refuse(CODE.tooManyRequests, 'busy');
    if (!isRight) return refuse(CODE.fundPasswordWrong, 'fundpass-wrong');
    wrong.clear(who);
    await sequencer.submit((tx) => accounts.markFundVerified(tx, session, tx.nowMs + FUND_FREE_MS));
    return null;
  };
}
