import type { Study } from '#lib/client/start-study.ts';
import type { FinishReason } from '#lib/contract/bot-words.ts';
import { KIND_FACTS } from '#lib/kinds/facts.ts';
import type { Candidate } from './candidate.ts';
import type { MarketView, StartAnswers } from './start-answers.ts';

/** Proposals that a visitor gets at most. */
const PROPOSALS = 3;
/** Of replays that hardly fell the return is not divided by next to nothing. */
const LEAST_RISK = 0.01;

export interface Studied extends Candidate {
  readonly study: Study;
}

/** The largest loss of all that was tried, and where it was. */
export interface WorstCase {
  /** Part of the investment that is lost, a fraction from 0; for display and for holding it against what is bearable. */
  readonly loss: number;
  readonly where: { readonly replayDays: number } | { readonly moveId: string };
}

const FORCED: ReadonlySet<FinishReason> = new Set(['liquidated', 'auto_deleveraged']);

/** The worst of both replays and of every move: a drawdown counts from the best moment before it. */
export function worstCase({ study: { month, quarter, moves } }: Studied): WorstCase {
  const tried: WorstCase[] = [
    ...[quarter, month].map(({ maxDrawdown, days }) => ({ loss: Number(maxDrawdown), where: { replayDays: days } })),
    ...moves.map(({ id, result }) => ({ loss: Math.max(0, -result.rate), where: { moveId: id } })),
  ];
  return tried.reduce((worst, one) => (one.loss > worst.loss ? one : worst));
}

/** What it would make of a move of every price by so many percent; a fraction. */
export function rateAt({ study }: Studied, percent: number): number {
  return study.moves.find(({ id }) => id === String(percent))?.result.rate ?? 0;
}

/** Ended by force in a replay or at a move: no loss that somebody chose. */
export function isForcedOut({ study: { month, quarter, moves } }: Studied): boolean {
  return [month, quarter, ...moves.map(({ result }) => result)].some(
    ({ finish }) => finish !== null && FORCED.has(finish),
  );
}

/**
 * How well a bot goes with what somebody expects of the market: 0 best, null not at all. It is asked what it does – at a rise,
 * at a fall, in the replay –, and what its kind is like; a bot that only buys more cheaply in a fall comes after one that earns by it.
 */
export function fitTo(view: MarketView, bot: Studied): number | null {
  const { profits, pickerClass } = KIND_FACTS[bot.kind];
  const [fall, rise] = [rateAt(bot, -10), rateAt(bot, 10)];
  switch (view) {
    case 'rising':
      return rise > 0 && rise > fall ? 0 : null;
    case 'falling':
      if (fall > 0 && fall > rise) return 0;
      return pickerClass === 'average-cost' && bot.spec.contract === undefined ? 1 : null;
    case 'sideways':
      return profits === 'realised' ? null : 0;
    case 'unknown':
      return 0;
  }
}

/** What the replays made, per risk that was found: of bots that fit equally well the first has the most. */
function merit(bot: Studied): number {
  return Number(bot.study.quarter.profitRate) / Math.max(LEAST_RISK, worstCase(bot).loss);
}

export interface Choice {
  readonly proposals: readonly Studied[];
  /** Why the others are none of them; each is counted once, by the first that holds. */
  readonly leftOut: { readonly view: number; readonly lost: number; readonly risk: number };
  /** Where nothing is bearable: of those that fit otherwise, the least loss, a fraction; null where none fits otherwise. */
  readonly leastLoss: number | null;
}

/** What made nothing of 90 days and of 30 is not proposed, whatever it would do at a move. */
function hasLost({ study: { month, quarter } }: Studied): boolean {
  return Number(month.profitRate) <= 0 && Number(quarter.profitRate) <= 0;
}

/** Up to three bots for these answers: bearable in everything that was tried, of different kinds and origins where there are such. */
export function chooseProposals(studied: readonly Studied[], { view, bearable }: StartAnswers): Choice {
  const limit = Number(bearable);
  const leftOut = { view: 0, lost: 0, risk: 0 };
  const fits: { readonly bot: Studied; readonly tier: number }[] = [];
  let leastLoss: number | null = null;
  for (const bot of studied) {
    const tier = fitTo(view, bot);
    const { loss } = worstCase(bot);
    if (tier === null) leftOut.view += 1;
    else if (hasLost(bot)) leftOut.lost += 1;
    else if (loss > limit || isForcedOut(bot)) {
      leftOut.risk += 1;
      leastLoss = Math.min(leastLoss ?? loss, loss);
    } else fits.push({ bot, tier });
  }
  const before = (one: (typeof fits)[number], other: (typeof fits)[number]): number =>
    one.tier - other.tier ||
    // Who does not know what comes is served best by what loses least.
    (view === 'unknown' ? worstCase(one.bot).loss - worstCase(other.bot).loss : 0) ||
    merit(other.bot) - merit(one.bot);
  const ordered = fits.toSorted(before).map(({ bot }) => bot);
  return { proposals: varied(ordered), leftOut, leastLoss: fits.length === 0 ? leastLoss : null };
}

/** The first ones, each of another kind while there are such, and of both origins where both have one. */
function varied(ordered: readonly Studied[]): readonly Studied[] {
  const firstOfKinds = ordered.filter(({ kind }, i) => ordered.findIndex((one) => one.kind === kind) === i);
  const rest = ordered.filter((bot) => !firstOfKinds.includes(bot));
  const chosen = [...firstOfKinds, ...rest].slice(0, PROPOSALS);
  const other = ordered.find(({ origin }) => chosen.every((one) => one.origin.by !== origin.by));
  const kept = other === undefined || chosen.length < PROPOSALS ? chosen : [...chosen.slice(0, PROPOSALS - 1), other];
  return ordered.filter((bot) => kept.includes(bot));
}
