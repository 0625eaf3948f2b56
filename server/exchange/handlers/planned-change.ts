import type { PlanName } from '#lib/contract/plan-words.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { type ActionPlan, outcomeOf } from '../bots/agreed-plan.ts';
import type { Changed, WantedChange } from '../bots/change-bot.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { payToBot } from '../bots/owner-funds.ts';
import { changeRefusal } from '../changes/stop-changes.ts';
import { lackingFor, laidWith } from '../changes/wanted-change.ts';
import { ok, type Refusal, refuse } from '../replies/reply.ts';
import type { Tx } from '../sequencer/sequencer.ts';
import { actPlan, changeFigures } from './act-plan.ts';
import type { HandlerParts } from './bot-parts.ts';
import { borrowedBy, loanRefusal } from './loan-limit.ts';

/** What is made of a change that its owner wants: the plan of it, and its being carried out. */

/** What the change makes of the bot, which is as it was; or why it cannot be had: also where the loan that comes with the money is more than its owner may owe. */
export function plannedOf(parts: HandlerParts, bot: LiveBot, wanted: WantedChange, nowMs: number): Changed | Refusal {
  const planned = parts.turns.trials.change(bot, wanted);
  if (typeof planned === 'string') return changeRefusal(planned);
  const loan = { spec: bot.spec, loan: borrowedBy(bot, planned), field: 'money' } as const;
  return loanRefusal(parts, bot.record.ownerId, loan, nowMs) ?? planned;
}

/** What a plan that can be carried out is called: with money that comes in, or without. */
export function planName({ deposit }: WantedChange): PlanName {
  return deposit > 0n ? 'Investments Append' : 'Investments Unchanged';
}

/** Whether somebody names a plan that this change is not. */
export function isOtherPlan(said: PlanName | undefined, wanted: WantedChange): boolean {
  return said !== undefined && said !== planName(wanted);
}

/** Which word of the record a change is told by. */
const CHANGED = ['params', 'increase_invest_quote', 'increase_margin'] as const;

/** The plan of a change, as it would be carried out now. */
export function changePlan(bot: LiveBot, wanted: WantedChange, planned: Changed): ActionPlan {
  return actPlan(changeFigures(bot, wanted, planned));
}

/** Whether what is planned is what `fingerprint` names; then what comes of it is told beside it. Null: nothing stands against it. */
export function agreedChange(
  { plans }: HandlerParts,
  bot: LiveBot,
  wanted: WantedChange,
  planned: Changed,
  fingerprint: string | undefined,
): Refusal | null {
  const now = changePlan(bot, wanted, planned);
  const shown = plans.agreed(bot.record.id, fingerprint, () => now);
  if (shown === null) return refuse(CODE.conflict, 'plan-stale');
  // Carrying it out is taking over what was planned in this turn.
  if (shown !== undefined) planned.notes.noteOutcome(CHANGED, planned.taped.timeMs, outcomeOf(shown, now.figures));
  return null;
}

/** Has the plan carried out: the money is moved, and the bot is what the plan has made of it. */
export function execute(parts: HandlerParts, tx: Tx, bot: LiveBot, wanted: WantedChange, planned: Changed) {
  const { record } = bot;
  const funds = { asset: record.moneyAsset, amount: wanted.deposit, reason: 'bot-add', timeMs: tx.nowMs } as const;
  if (wanted.deposit > 0n) payToBot(parts.ledger, record, funds);
  parts.turns.change(tx, bot, wanted, planned);
  return ok({ strategy_id: record.id });
}

/** Puts money into a bot that works with it, as `investPlan` says that it would. */
export function putIn(parts: HandlerParts, tx: Tx, bot: LiveBot, deposit: bigint, fingerprint?: string) {
  if (bot.machine === null) return refuse(CODE.conflict, 'bot-not-changeable');
  const wanted = laidWith(parts, bot, deposit, {}, tx.nowMs);
  if ('code' in wanted) return wanted;
  const lacking = lackingFor(parts, bot, wanted, tx.nowMs);
  if (lacking !== null) return lacking;
  const planned = plannedOf(parts, bot, wanted, tx.nowMs);
  if ('code' in planned) return planned;
  return agreedChange(parts, bot, wanted, planned, fingerprint) ?? execute(parts, tx, bot, wanted, planned);
}
