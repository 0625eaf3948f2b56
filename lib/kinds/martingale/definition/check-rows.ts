import { parseAmount, UNITS_PER_COIN } from '../../../money/amount.ts';
import { readDecimal } from '../../../money/decimal-text.ts';
import type { CheckContext, FormValues, Issue } from '../../../strategies/definition.ts';
import { caution, fault } from '../../../strategies/rules/issue.ts';
import { startTicks } from '../../../strategies/rules/stops.ts';
import { checkStep } from './check-step.ts';
import { MOST_ADD_ROWS, parseRows, TOTAL_SHARE_LIMIT } from './rows.ts';
import { isDiffStep, isFreeParams } from './values.ts';

const FIELD = 'price_step_details';

/** The free-parameter table (C-303 … C-308): 1–30 add rows, each step in its range, each share at least 1. */
export function checkRows(values: FormValues, context: CheckContext): readonly Issue[] {
  const rows = parseRows(values[FIELD] ?? '');
  if (rows === null) return [fault(FIELD, 'rows.malformed')];
  if (rows.length < 2) return [fault(FIELD, 'rows.least')];
  if (rows.length > MOST_ADD_ROWS + 1) return [fault(FIELD, 'rows.most')];
  const issues = rows.flatMap((row, index) => [
    ...(index === 0 ? [] : checkStep(FIELD, row.price_steps, values, context)),
    ...checkShare(row.increasing_share),
  ]);
  const total = rows.reduce((sum, row) => sum + (parseAmount(readDecimal(row.increasing_share) ?? '') ?? 0n), 0n);
  const isTooMuch = total > BigInt(TOTAL_SHARE_LIMIT) * UNITS_PER_COIN;
  return isTooMuch ? [...issues.slice(0, 1), caution(FIELD, 'rows.total')] : issues.slice(0, 1);
}

function checkShare(text: string): readonly Issue[] {
  const share = parseAmount(readDecimal(text) ?? '');
  return share === null || share < UNITS_PER_COIN ? [fault(FIELD, 'rows.share')] : [];
}

/**
 * The step that a stop loss must exceed (C-302, X19), percent in 1e-8 rounded down: the second row's, or the first one's if
 * there is only one. A price distance counts as its part of the price that the bot begins at. Null while it is not known.
 */
export function firstStepE8(values: FormValues, context: CheckContext): bigint | null {
  const step = firstStepText(values);
  const units = step === null ? null : parseAmount(step);
  if (units === null || !isDiffStep(values, context.spec)) return units;
  const start = startTicks(values, context);
  return start === null ? null : (units * 100n * UNITS_PER_COIN) / (BigInt(start) * context.spec.tickUnits);
}

function firstStepText(values: FormValues): string | null {
  if (!isFreeParams(values)) return readDecimal(values.price_steps ?? '');
  const rows = parseRows(values[FIELD] ?? '') ?? [];
  return readDecimal((rows[1] ?? rows[0])?.price_steps ?? '');
}
