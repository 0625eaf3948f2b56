import type { PlanRemark } from '#lib/contract/plan-words.ts';
import { formatAmount, isSameNumber, parseAmount, parseSignedAmount } from '#lib/money/amount.ts';

/**
 * What an action on a bot is to do, as its owner is shown it, and what came of it: one shape for every action. Amounts are the wire's
 * texts.
 */

/** `currency`: '' of prices and parameters. `amount`: '' where there is none. */
export interface PlanFigure {
  readonly name: string;
  readonly currency: string;
  readonly amount: string;
}

/** What has to be so still when the plan is carried out. `isNear`: an amount, which may have moved a little while one reads. */
export interface PlanTerm {
  readonly name: string;
  readonly value: string;
  readonly isNear?: boolean;
}

export interface ActionPlan {
  readonly terms: readonly PlanTerm[];
  /** What it comes to; compared with what happened. */
  readonly figures: readonly PlanFigure[];
  /** What the figures do not say. */
  readonly remarks: readonly PlanRemark[];
}

/** A plan that its owner has agreed to, by the name that he sent; ends that were agreed to before names were kept have none. */
export interface AgreedPlan extends ActionPlan {
  readonly fingerprint?: string;
}

/** One figure of a plan beside what it came to; `difference` is happened − planned, '' where one of them is no number. */
export interface OutcomeFigure {
  readonly name: string;
  readonly currency: string;
  readonly planned: string;
  readonly happened: string;
  readonly difference: string;
}

export interface PlanOutcome {
  /** Of the plan that it is of: whoever has sent it knows by this what became of it. The same plan has the same, however often it is carried out. */
  readonly fingerprint?: string;
  readonly figures: OutcomeFigure[];
  readonly remarks: PlanRemark[];
}

/** An end that its owner has agreed to and that is not done; figures of when it began. Units as text; fees in EquityStatement's scale. */
export interface AgreedEnd {
  readonly plan: AgreedPlan;
  readonly fees: string;
  readonly quantity: string;
  readonly value: string;
  /** Until when a limit close rests; null: it does not. */
  readonly expiresAtMs: number | null;
}

/** How far an amount may be from what was shown, percent: prices move while one reads. */
const TOLERANCE = 5n;

/** Whether an amount is the one that was shown, but for what the price has moved since. Units. */
export function isNear(shown: bigint, now: bigint): boolean {
  const off = shown > now ? shown - now : now - shown;
  return off * 100n <= shown * TOLERANCE;
}

/** Whether what would be done now is what was shown. Figures follow from it and the prices: they may be others. */
export function isAsShown(shown: ActionPlan, now: ActionPlan): boolean {
  return shown.terms.length === now.terms.length && now.terms.every((term, i) => isSameTerm(shown.terms[i], term));
}

function isSameTerm(shown: PlanTerm | undefined, now: PlanTerm): boolean {
  if (shown?.name !== now.name) return false;
  if (now.isNear !== true) return isSameValue(shown.value, now.value);
  return isNear(parseAmount(shown.value) ?? 0n, parseAmount(now.value) ?? 0n);
}

/** Whether two texts say the same: words and digests as they are written, numbers by what they come to. */
export function isSameValue(one: string, other: string): boolean {
  return one === other || isSameNumber(one, other);
}

const keyOf = ({ name, currency }: PlanFigure): string => `${name} ${currency}`;

/** The plan beside what happened, figure by figure: those of the plan first, in its order. */
export function outcomeOf(
  plan: AgreedPlan,
  happened: readonly PlanFigure[],
  remarks: readonly PlanRemark[] = [],
): PlanOutcome {
  const planned = new Map(plan.figures.map((figure) => [keyOf(figure), figure.amount]));
  const came = new Map(happened.map((figure) => [keyOf(figure), figure.amount]));
  const more = happened.filter((figure) => !planned.has(keyOf(figure)));
  const figures = [...plan.figures, ...more].map((figure) => {
    const { name, currency } = figure;
    // Of money, what is not told is nothing; of prices there is none.
    const none = currency === '' ? '' : '0';
    const sides = { planned: planned.get(keyOf(figure)) ?? none, happened: came.get(keyOf(figure)) ?? none };
    return { name, currency, ...sides, difference: differenceOf(sides.planned, sides.happened) };
  });
  const { fingerprint } = plan;
  return { ...(fingerprint === undefined ? {} : { fingerprint }), figures, remarks: [...new Set(remarks)] };
}

function differenceOf(planned: string, happened: string): string {
  const [before, after] = [parseSignedAmount(planned), parseSignedAmount(happened)];
  return before === null || after === null ? '' : formatAmount(after - before);
}
