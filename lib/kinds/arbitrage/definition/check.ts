import { compareDecimals, readDecimal } from '../../../money/decimal-text.ts';
import { decimalsOf } from '../../../money/decimals-of.ts';
import type { CheckContext, FormValues, Issue } from '../../../strategies/definition.ts';
import { fault } from '../../../strategies/rules/issue.ts';
import { checkLeverage } from '../../../strategies/rules/leverage.ts';
import { checkMoney } from '../../../strategies/rules/money.ts';
import { isNumberLike, notNumber, outOfRange } from '../../../strategies/rules/numbers.ts';
import { checkFollowFee, checkTexts } from '../../../strategies/rules/text.ts';
import { arbitrageAsset, arbitrageDecimals, arbitrageLeverage, contractLeg, SPREAD_DECIMALS } from './values.ts';

/** Every rule of an arbitrage, in the order of the form. */
export function checkArbitrage(values: FormValues, context: CheckContext): readonly Issue[] {
  const { spec } = context;
  return [
    ...checkContractLeg(context),
    ...checkMoney('money', values.money ?? '', arbitrageDecimals(values, spec), arbitrageAsset(values, spec), context),
    ...checkLeverage(values, arbitrageLeverage(spec), context),
    ...checkSpread(values.spread_rate ?? ''),
    ...checkTexts(values, context),
    ...checkFollowFee(values, context),
  ];
}

/** A market without a contract in its quote asset cannot be covered. */
function checkContractLeg({ spec }: CheckContext): readonly Issue[] {
  const isMissing = spec.companions !== undefined && contractLeg(spec) === undefined;
  return isMissing ? [fault('arbitrage_market', 'arbitrage.no_contract')] : [];
}

/** C-338: a number of up to 12 decimals, 0–100 %; empty = any spread. */
function checkSpread(text: string): readonly Issue[] {
  const field = 'spread_rate';
  if (text === '') return [];
  const percent = readDecimal(text);
  if (percent === null) return [isNumberLike(text) ? outOfRange(field, '0', '100') : notNumber(field)];
  if (compareDecimals(percent, '100') > 0) return [outOfRange(field, '0', '100')];
  const isTooFine = decimalsOf(percent) > SPREAD_DECIMALS;
  return isTooFine ? [fault(field, 'number.decimals', { label: field, decimals: String(SPREAD_DECIMALS) })] : [];
}
