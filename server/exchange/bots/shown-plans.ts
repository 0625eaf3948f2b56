import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { growingLru } from '../surroundings/growing-lru.ts';
import { type ActionPlan, type AgreedPlan, isAsShown } from './agreed-plan.ts';

/** Bots whose plans are kept, and plans of each: a dialog asks every ten seconds and nobody confirms what is older than a minute. All of it: some 35 MB. */
const BOTS = 4_000;
const PLANS_A_BOT = 6;
/** Hex digits of a fingerprint. */
const DIGITS = 32;

/**
 * The plans that owners were shown, by their fingerprints: what is carried out is compared with what the exchange itself has said, never
 * with what a browser says that it said. In memory: a plan from before a restart is shown anew.
 */
export class ShownPlans {
  private readonly bots = growingLru<number, LRUCache<string, ActionPlan>>(BOTS);

  /** Keeps a plan that is about to be shown. Its fingerprint: the same plan of the same bot has the same. */
  show(botId: number, plan: ActionPlan): string {
    const text = JSON.stringify([botId, plan.terms, plan.figures, plan.remarks]);
    const fingerprint = createHash('sha256').update(text).digest('hex').slice(0, DIGITS);
    const plans = this.bots.get(botId) ?? new LRUCache<string, ActionPlan>({ max: PLANS_A_BOT });
    this.bots.set(botId, plans);
    plans.set(fingerprint, plan);
    return fingerprint;
  }

  /**
   * The plan that its owner has agreed to, if what would be done now – `now` – is still that. Undefined: he names none, and nothing is
   * compared. Null: what was shown is no longer what would be done, or nobody knows what it was.
   */
  agreed(botId: number, fingerprint: string | undefined, now: () => ActionPlan): AgreedPlan | undefined | null {
    if (fingerprint === undefined) return undefined;
    const shown = this.bots.get(botId)?.peek(fingerprint);
    return shown !== undefined && isAsShown(shown, now()) ? { ...shown, fingerprint } : null;
  }
}
