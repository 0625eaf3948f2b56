import { factsOf } from '#lib/kinds/facts.ts';
import type { ChartLine, CheckContext, FormValues, Issue } from '#lib/strategies/definition.ts';
import { bringsCoins, mustConfirmHeld, parseCoins } from '#lib/strategies/portfolio/coins.ts';
import type { Doubt } from './create-flow.ts';

/**
 * What is allowed but deserves a second look before creating (H11): the check's warnings (limit against momentum, a stop
 * that would strike at once), a trigger that the price stands on already, a range that the price is not in. Read from
 * the lines that the chart shows, so it holds for every kind that has them.
 */
export function doubtsAbout(
  issues: readonly Issue[],
  lines: readonly ChartLine[],
  lastTicks: number | null,
): readonly Doubt[] {
  const doubts: Doubt[] = issues
    .filter(({ severity }) => severity === 'warning')
    .map((issue) => ({ kind: 'issue', issue }) as const);
  if (lastTicks === null) return doubts;
  const trigger = lines.find(({ role }) => role === 'trigger');
  if (trigger !== undefined && trigger.ticks === lastTicks) doubts.push({ kind: 'trigger-met' });
  const edges = lines.filter(({ role }) => role === 'range').map(({ ticks }) => ticks);
  const start = trigger?.ticks ?? lastTicks;
  if (edges.length > 1 && (start < Math.min(...edges) || start > Math.max(...edges))) {
    doubts.push({ kind: 'outside-range' });
  }
  return doubts;
}

/** Whether a bot starts with coins of the trader's in place of money. */
export function bringsOwnCoins(kind: string, values: FormValues): boolean {
  return factsOf(kind).trades === 'portfolio' && bringsCoins(values);
}

/** The detail confirmation of held coins (C-214): only when they are worth less now than the form says; else it confirms by itself. */
export function doubtsAboutHeld(kind: string, values: FormValues, { spec, prices }: CheckContext): readonly Doubt[] {
  if (!bringsOwnCoins(kind, values)) return [];
  const rows = parseCoins(values.coins ?? '') ?? [];
  return mustConfirmHeld(rows, values.money ?? '', spec, prices) ? [{ kind: 'held-coins' }] : [];
}
