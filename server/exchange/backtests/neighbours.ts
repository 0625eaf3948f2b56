import { definitionOf } from '#lib/kinds/definitions.ts';
import { AMOUNT_DECIMALS, formatAmount, parseAmount } from '#lib/money/amount.ts';
import { decimalsOf } from '#lib/money/decimals-of.ts';
import type { CheckContext } from '#lib/strategies/definition.ts';
import type { IssueCode } from '#lib/strategies/rules/issue-codes.ts';
import type { StoredPayload } from '../bots/bot-record.ts';
import { checkPayload, payloadMadeOf } from '../bots/check-payload.ts';
import type { BacktestTask } from './task-shape.ts';

/** How far a neighbour is: a tenth of the value, as finely as the form takes it; the least that it takes where a tenth is less, of whole numbers one. */
const STEPS = [
  [9n, 10n],
  [11n, 10n],
] as const;

/** More neighbours than this say nothing new. */
const MOST = 12;

/** Words of payloads that parameters of a strategy are, and that money, dates and places are not. */
const VARIED = new Set([
  'low_price',
  'high_price',
  'grid_num',
  'price_steps',
  'amount_multiplier',
  'take_profit_per_cycle',
  'max_order_amount',
  'threshold',
  'spread_rate',
  'leverage',
]);

export interface Neighbour {
  readonly field: string;
  readonly value: string;
  readonly payload: StoredPayload;
}

/** The same payload with one parameter a little lower or higher, those only that pass the kind's own check. */
export function neighboursOf(task: BacktestTask): readonly Neighbour[] {
  const { kind, payload, spec } = task;
  const definition = definitionOf(kind);
  const found: Neighbour[] = [];
  const isOwn = (path: Path): boolean => isArgument(path) || definition.fields.some(({ name }) => name === path.at(-1));
  for (const path of variedPaths(payload, []).filter(isOwn)) {
    for (const step of STEPS) {
      const value = neighbourAt(task, path, step);
      if (value === null) continue;
      // A preset's conditions follow from its arguments: encoding makes them anew.
      const asked = withValue(payload, path, value);
      found.push({ field: nameOf(path), value, payload: payloadMadeOf(kind, asked, spec) });
    }
  }
  return found.slice(0, MOST);
}

/** What a check says of a value that is right but for its decimals. */
const TOO_FINE: ReadonlySet<string> = new Set<IssueCode>([
  'number.integer',
  'number.decimals',
  'price.decimals',
  'condition.whole',
  'condition.decimals',
]);

/**
 * A tenth to one side in as many decimals as the kind's check takes. How many it was written with says nothing: on the wire 1 % is 0.01, and a
 * tenth of it has one more at the most. Null where the value beside it is one that the check refuses.
 */
function neighbourAt(task: BacktestTask, path: Path, step: (typeof STEPS)[number]): string | null {
  const { kind, payload } = task;
  const text = `${at(payload, path)}`;
  for (let decimals = Math.min(AMOUNT_DECIMALS, decimalsOf(text) + 1); decimals >= 0; decimals -= 1) {
    const value = scaled(text, step, decimals);
    if (value === null) return null;
    const issues = checkPayload(kind, withValue(payload, path, value), contextOf(task));
    const errors = issues.filter(({ severity }) => severity === 'error');
    if (errors.length === 0) return value;
    if (!errors.some(({ code }) => TOO_FINE.has(code))) return null;
  }
  return null;
}

function contextOf({ kind: _kind, spec, feeRate, markets, fromIndex }: BacktestTask): CheckContext {
  const own = Object.values(markets)[0];
  return {
    spec,
    lastTicks: own?.candles.open[fromIndex] ?? null,
    maxGrid: spec.maxGrid,
    feeRate,
    minAmount: null,
    available: null,
    phase: 'exchange',
  };
}

type Path = readonly string[];

/** The word that is varied; an indicator's argument by its side, row and place, because its own name is a number. */
function nameOf(path: Path): string {
  const last = path.at(-1) ?? '';
  if (path.at(-2) !== 'indicatorArgs') return last;
  return [path.at(-5), path.at(-3), last].join('.');
}

/** Arguments of indicators are parameters of their own; of the other words those that the kind's form has (spot grids send a leverage of 1). */
function isArgument(path: Path): boolean {
  return path.at(-2) === 'indicatorArgs' || path.at(-2) === 'preset_args';
}

/** Where the varied words stand in a payload: at the top, among `params`, or as arguments of indicators. */
function variedPaths(value: unknown, path: Path): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  const isArguments = path.at(-1) === 'indicatorArgs' || path.at(-1) === 'preset_args';
  // A single-indicator bot's conditions are made of its arguments: they are varied there.
  const hidden = 'preset_args' in value ? 'compose_conditions' : null;
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === hidden) return [];
    if (typeof inner === 'object') return variedPaths(inner, [...path, key]);
    return (isArguments || VARIED.has(key)) && parseAmount(`${inner}`) !== null ? [[...path, key]] : [];
  });
}

/** Objects and lists, which a path goes through alike. */
function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function at(value: unknown, path: Path): unknown {
  return path.reduce((inner, key) => (isTable(inner) ? inner[key] : undefined), value);
}

function withValue<T>(value: T, path: Path, text: string): T {
  const copy = structuredClone(value);
  const parent = at(copy, path.slice(0, -1));
  const last = path.at(-1);
  if (last !== undefined && isTable(parent)) parent[last] = text;
  return copy;
}

/** A tenth lower or higher, rounded down to so many decimals, or by the least of them. Null where there is no such value above 0. */
function scaled(text: string, [by, of]: (typeof STEPS)[number], decimals: number): string | null {
  const units = parseAmount(text);
  if (units === null || units === 0n) return null;
  const grain = 10n ** BigInt(AMOUNT_DECIMALS - decimals);
  const moved = ((units * by) / of / grain) * grain;
  const next = moved === units ? units + (by > of ? grain : -grain) : moved;
  return next > 0n ? formatAmount(next) : null;
}
