import { SCENARIOS, type Scenario, type ScenarioId } from '#lib/backtest/lab/scenarios.ts';
import type { Figures } from '#lib/client/use-figures.ts';

const HOUR = 60;
const DAY = 24 * HOUR;
const E8 = 100_000_000;

/** What the sentences of a scenario's rule say, out of the rule itself: hours, minutes and days are whole, changes are percents without a sign. */
export function ruleWords(
  id: ScenarioId,
  figures: Pick<Figures, 'percent'>,
): Readonly<Record<string, string | number>> {
  const { path, minutes, fundingE8, thinness, blind } = scenarioOf(id);
  const percent = (fraction: number): string => figures.percent(Math.abs(fraction).toFixed(8), 2);
  const [first, second, third] = path;
  return {
    days: minutes / DAY,
    hours: minutes / HOUR,
    begin: (first?.minute ?? 0) / HOUR,
    change: percent(second?.change ?? 0),
    within: (second?.minute ?? 0) - (first?.minute ?? 0),
    rest: percent(third?.change ?? second?.change ?? 0),
    back: (third?.minute ?? 0) - (second?.minute ?? 0),
    rate: percent(Number(fundingE8 ?? 0n) / E8),
    part: Number(thinness ?? 1n),
    blind: blind === undefined ? 0 : (blind.until - blind.from) / HOUR,
  };
}

function scenarioOf(id: ScenarioId): Scenario {
  const found = SCENARIOS.find((one) => one.id === id);
  if (found === undefined) throw new RangeError(`No scenario ${id}`);
  return found;
}
