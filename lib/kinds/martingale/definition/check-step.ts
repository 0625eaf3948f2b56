import { parseAmount } from '../../../money/amount.ts';
import { readDecimal } from '../../../money/decimal-text.ts';
import type { CheckContext, FormValues, Issue } from '../../../strategies/definition.ts';
import { fault } from '../../../strategies/rules/issue.ts';
import { notNumber, readPercent } from '../../../strategies/rules/numbers.ts';
import { isDiffStep, stepLimit } from './values.ts';

/** A price step: 0.1 % up to 15 % (futures 10 %, X15), or above 0 and at most half the last price (C-294 … C-296). */
export function checkStep(field: string, text: string, values: FormValues, context: CheckContext): readonly Issue[] {
  const { spec, lastTicks, phase } = context;
  if (text === '') return phase === 'typing' ? [] : [fault(field, 'step.required')];
  if (isDiffStep(values, spec)) {
    const step = parseAmount(readDecimal(text) ?? '');
    if (step === null) return [notNumber(field)];
    const isTooFar = lastTicks !== null && step * 2n > BigInt(lastTicks) * spec.tickUnits;
    return step === 0n || isTooFar ? [fault(field, 'step.diff_range')] : [];
  }
  const max = stepLimit(spec);
  const { issue } = readPercent(field, text, { min: '0.1', max, decimals: 2 }, fault(field, 'step.range', { max }));
  return issue === null ? [] : [issue];
}
