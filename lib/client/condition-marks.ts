import type { Bar } from '../indicators/bar.ts';
import { CONDITION_SIDES, type ConditionSide, type ConditionSideName } from '../indicators/condition.ts';
import { KLINE_PERIOD_MS, type KlinePeriod } from '../indicators/kline-periods.ts';
import { IndicatorBank, SideEvaluator } from '../indicators/side-evaluator.ts';

/** The sides that are looked at; those that are being typed are left out. */
export type WatchedSides = Readonly<Partial<Record<ConditionSideName, ConditionSide>>>;

/** A K-line close at which a side's conditions held. */
export interface ConditionMark {
  readonly side: ConditionSideName;
  readonly timeMs: number;
}

/** Periods of these sides, each once. */
export function periodsOf(sides: WatchedSides): readonly KlinePeriod[] {
  return [...new Set(CONDITION_SIDES.flatMap((name) => sides[name]?.period ?? []))];
}

/**
 * The K-line closes from `fromMs` on at which each side held, in order of time. Indicators are fed with all K-lines that
 * are given, so that they are warm at `fromMs`; what a bot would have done with the signal is another question.
 */
export function conditionMarks(
  sides: WatchedSides,
  klines: Readonly<Partial<Record<KlinePeriod, readonly Bar[]>>>,
  fromMs: number,
): readonly ConditionMark[] {
  const marks: ConditionMark[] = [];
  for (const period of periodsOf(sides)) {
    const bank = new IndicatorBank();
    const watched = CONDITION_SIDES.flatMap((name) => {
      const side = sides[name];
      return side?.period === period ? [{ name, evaluator: new SideEvaluator(side.conditions, bank) }] : [];
    });
    for (const bar of klines[period] ?? []) {
      bank.update(bar);
      const timeMs = bar.openMs + KLINE_PERIOD_MS[period];
      if (timeMs < fromMs) continue;
      for (const { name, evaluator } of watched) if (evaluator.holds()) marks.push({ side: name, timeMs });
    }
  }
  return marks.sort((a, b) => a.timeMs - b.timeMs);
}
