import { neighboursOf } from '../../strategies/ai/search-axes.ts';
import { FOLDS, type Grade, gradeOf, type JudgedWeek, medianOf } from './grade.ts';
import type { SearchSpace } from './search-space.ts';
import type { Stretch } from './stretch.ts';
import { WEEK_DAYS, type WeekRates } from './week-replay.ts';

/** Days that a search looks back on (C-385). */
export const SEARCH_CYCLES = [7, 30] as const;
export type SearchCycle = (typeof SEARCH_CYCLES)[number];

/** Earlier searches of the same market whose following week is known by now: the grade's own record. */
export const PAST_CASES = 8;
/** Weeks before a search that the longest window reaches into. */
const MOST_WEEKS_BACK = 5;
/** Weeks that folds and cases of both windows need. */
export const SEARCHED_WEEKS = FOLDS + PAST_CASES + MOST_WEEKS_BACK;

/** A search as it was made at the beginning of a week, and that week. */
export interface Fold extends JudgedWeek {
  /** Of the weeks, 0 = the newest. */
  readonly week: number;
  /** The candidate that was chosen. */
  readonly index: number;
  /** Its worst and best neighbour in that week. */
  readonly neighbourLow: number;
  readonly neighbourHigh: number;
}

/** How an earlier search was graded, and what its choice gave in the week after. */
export interface PastCase extends JudgedWeek {
  readonly grade: Grade;
}

/** What a search over one window finds now. */
export interface FoundCandidate {
  readonly index: number;
  /** What it gave in the window, a bot starting anew in each of its weeks. */
  readonly fittedRate: number;
  /** Newest first, at most eight. */
  readonly folds: readonly Fold[];
  readonly grade: Grade;
  readonly cases: readonly PastCase[];
}

/**
 * What candidates gave in the parts of the window that ends where the week `before` begins (−1: of the newest window): of
 * seven days the first five and the last two, of thirty the last two of a week and the four weeks after it. Null where
 * the weeks do not reach that far back.
 */
export function windowParts(
  { whole, tail }: WeekRates,
  cycle: SearchCycle,
  before: number,
): readonly Float64Array[] | null {
  const full = Math.floor(cycle / WEEK_DAYS);
  const weeks = whole.slice(before + 1, before + 1 + full);
  if (weeks.length < full) return null;
  const rest = tail[before + 1 + (full === 1 ? 0 : full)];
  if (rest === undefined) return null;
  if (full > 1) return [rest, ...weeks];
  const [week] = weeks;
  if (week === undefined) return null;
  return [week.map((rate, i) => rate - (rest[i] as number)), rest];
}

/** What a candidate gave in a window: the sum of its parts. */
function rateIn(parts: readonly Float64Array[], index: number): number {
  return parts.reduce((sum, part) => sum + (part[index] as number), 0);
}

/** How good each candidate is by a window: the mean of its parts and the worst of them – one lucky trend does not make it good. */
function scoresOf(parts: readonly Float64Array[]): Float64Array {
  return (parts[0] as Float64Array).map((_, index) => {
    const rates = parts.map((part) => part[index] as number);
    return rateIn(parts, index) / parts.length + Math.min(...rates);
  });
}

/**
 * The candidate that did best together with its surroundings: its own score or the mean over itself and its neighbours,
 * whichever is lower, decides. So a lonely peak – which seldom happens twice – loses against a plateau. The first of
 * equals; null when nothing could be run. `isPossible`: the exchange would take the candidate now.
 */
export function chooseCandidate(
  space: Pick<SearchSpace, 'axes'>,
  scores: Float64Array,
  isPossible: (index: number) => boolean = () => true,
): number | null {
  let best: number | null = null;
  let bestScore = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < scores.length; index += 1) {
    const own = scores[index] as number;
    if (Number.isNaN(own) || own <= bestScore) continue;
    const around = [index, ...neighboursOf(space, index)].map((at) => scores[at] as number);
    const known = around.filter((score) => !Number.isNaN(score));
    const mean = known.reduce((sum, score) => sum + score, 0) / known.length;
    const score = Math.min(mean, own);
    if (score > bestScore && isPossible(index)) {
      best = index;
      bestScore = score;
    }
  }
  return best;
}

/** The search as it would have been made when a week began, and what its choice gave in that week. */
function foldAt(
  space: Pick<SearchSpace, 'axes'>,
  weeks: readonly Stretch[],
  rates: WeekRates,
  cycle: SearchCycle,
  week: number,
): Fold | null {
  const parts = windowParts(rates, cycle, week);
  const own = rates.whole[week];
  if (parts === null || own === undefined) return null;
  const index = chooseCandidate(space, scoresOf(parts), (at) => !Number.isNaN(own[at]));
  if (index === null) return null;
  const rate = own[index] as number;
  const around = neighboursOf(space, index).map((at) => own[at] as number);
  const known = around.filter((one) => !Number.isNaN(one));
  return {
    week,
    index,
    rate,
    holdRate: (weeks[week] as Stretch).holdRate,
    medianRate: medianOf([...own].filter((one) => !Number.isNaN(one))),
    // A candidate without neighbours has not been seen to be more than a peak.
    neighbourLow: known.length === 0 ? Math.min(0, rate) : Math.min(...known),
    neighbourHigh: known.length === 0 ? rate : Math.max(...known),
  };
}

/** The folds of the newest weeks, newest first, until `most` or where the weeks do not reach. */
export function foldsOf(
  space: Pick<SearchSpace, 'axes'>,
  weeks: readonly Stretch[],
  rates: WeekRates,
  cycle: SearchCycle,
  most: number,
): Fold[] {
  const folds: Fold[] = [];
  for (let week = 0; week < most; week += 1) {
    const fold = foldAt(space, weeks, rates, cycle, week);
    if (fold === null) break;
    folds.push(fold);
  }
  return folds;
}

/** Of each fold that has eight before it: the grade that these would have given, and what came of it. */
export function casesOf(folds: readonly Fold[]): PastCase[] {
  return folds.slice(0, Math.max(0, folds.length - FOLDS)).map(({ rate, holdRate, medianRate }, at) => ({
    grade: gradeOf(folds.slice(at + 1, at + 1 + FOLDS)),
    rate,
    holdRate,
    medianRate,
  }));
}

/**
 * Walk-forward (H51): the search of each earlier week is made again with what was known then, exactly as the one for now, and
 * judged on the seven days after it. The newest eight grade what is offered now; those before say how such grades did.
 */
export function walkForward(
  space: Pick<SearchSpace, 'axes'>,
  weeks: readonly Stretch[],
  rates: WeekRates,
  cycle: SearchCycle,
  isPossible: (index: number) => boolean,
): FoundCandidate | null {
  const parts = windowParts(rates, cycle, -1);
  const index = parts === null ? null : chooseCandidate(space, scoresOf(parts), isPossible);
  if (parts === null || index === null) return null;
  const all = foldsOf(space, weeks, rates, cycle, FOLDS + PAST_CASES);
  const folds = all.slice(0, FOLDS);
  if (folds.length === 0) return null;
  return { index, fittedRate: rateIn(parts, index), folds, grade: gradeOf(folds), cases: casesOf(all) };
}
