import type { AccountWorth } from '../portfolio/account-worth.ts';
import { isBack, judge, limitOf, type Standing } from './judge.ts';
import { peakAfter } from './peak.ts';
import { type Crossing, type Guard, NO_PEAK } from './protection-book.ts';

/** What a look at an account has found. */
export interface Look {
  readonly worth: AccountWorth;
  /** What `Guard.flows` are worth, USDT units; null = not known. */
  readonly flowUsdt: bigint | null;
  readonly nowMs: number;
}

export interface Decision {
  /** The guard from now on: the same object where nothing is different. */
  readonly guard: Guard;
  readonly standings: readonly Standing[];
  /** Limits that have been reached now. */
  readonly fresh: readonly Crossing[];
}

/** What a look means for an account: its peak, which limits were reached for the first time, which warnings are over. */
export function decide(before: Guard, { worth, flowUsdt, nowMs }: Look): Decision {
  const moved = withPeak(before, worth.equityUsdt, flowUsdt, nowMs);
  // Money of which nobody knows what it is worth makes no fall.
  const known = flowUsdt === null ? { ...worth, equityUsdt: null } : worth;
  const standings = judge(before.limits, known, moved.peak);
  const crossings = moved.crossings.filter((crossing) => !isOver(crossing, standings));
  const fresh = standings.flatMap((standing) => {
    if (standing.verdict !== 'reached' || standing.value === null || isAmong(crossings, standing)) return [];
    const { limit, asset, value, most, action } = standing;
    return [{ limit, asset, timeMs: nowMs, value, most, action, ended: 0 }];
  });
  const isSame = fresh.length === 0 && crossings.length === moved.crossings.length;
  return { guard: isSame ? moved : { ...moved, crossings: [...crossings, ...fresh] }, standings, fresh };
}

function withPeak(guard: Guard, equity: bigint | null, flow: bigint | null, nowMs: number): Guard {
  if (guard.limits.drawdown === null || equity === null || flow === null) return guard;
  const peak = peakAfter(guard.peak, equity, flow);
  if (peak === guard.peak && guard.flows.size === 0) return guard;
  return { ...guard, peak, peakSinceMs: guard.peak === null ? nowMs : guard.peakSinceMs, flows: new Map() };
}

/** Of warnings alone: what has stopped something stays until its owner arms it again. */
function isOver({ limit, asset, action }: Crossing, standings: readonly Standing[]): boolean {
  const standing = standings.find((one) => one.limit === limit && one.asset === asset);
  if (action !== 'warn') return false;
  // A coin that is in no bot and no account any more.
  if (standing === undefined) return true;
  return standing.verdict === 'within' && isBack(standing);
}

function isAmong(crossings: readonly Crossing[], { limit, asset }: Pick<Crossing, 'limit' | 'asset'>): boolean {
  return crossings.some((one) => one.limit === limit && one.asset === asset);
}

/** The guard under other limits: what is limited as before stays as it stands, what is limited otherwise is armed anew; the peak stays. */
export function withLimits(guard: Guard, limits: Guard['limits']): Guard {
  const crossings = guard.crossings.filter(({ limit, asset, most, action }) => {
    const one = limitOf(limits, limit, asset);
    return one !== null && one.most === most && one.action === action;
  });
  const forgotten = limits.drawdown === null ? NO_PEAK : {};
  return { ...guard, ...forgotten, version: guard.version + 1, limits, crossings };
}

/** The guard with one limit armed again. A fall is measured anew from now on. */
export function rearmed(guard: Guard, limit: Crossing['limit']): Guard {
  const crossings = guard.crossings.filter((one) => one.limit !== limit);
  const anew = limit === 'drawdown' ? NO_PEAK : {};
  return { ...guard, ...anew, crossings };
}
