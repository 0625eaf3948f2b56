import { FEWEST_COINS, MOST_COINS } from '../../formulas/portfolio-minimum.ts';
import { AMOUNT_DECIMALS, parseAmount } from '../../money/amount.ts';
import { compareDecimals, isZero, readDecimal } from '../../money/decimal-text.ts';
import { decimalsOf } from '../../money/decimals-of.ts';
import { RATIO_DECIMALS } from '../../money/input.ts';
import type { CheckContext, FormValues, Issue } from '../definition.ts';
import { fault } from '../rules/issue.ts';
import { notNumber } from '../rules/numbers.ts';
import { bringsCoins, type CoinRow, coinSpec, parseCoins, remainingPercent } from './coins.ts';

const FIELD = 'coins';
/** C-326. */
const MOST_AMOUNT_CHARACTERS = 21;

/** The coins (C-242…C-244, C-321…C-329): `fewest` (2) to 10, each once, each with at least 1 %, 100 % together, not more than is held. */
export function checkCoins(values: FormValues, context: CheckContext, fewest = FEWEST_COINS): readonly Issue[] {
  const rows = parseCoins(values[FIELD] ?? '');
  if (rows === null) return [fault(FIELD, 'pairs.malformed')];
  const isFinal = context.phase !== 'typing';
  if (rows.length > MOST_COINS) return [fault(FIELD, 'pairs.most')];
  if (new Set(rows.map(({ asset }) => asset)).size !== rows.length) return [fault(FIELD, 'pairs.twice')];
  if (isFinal && rows.length < fewest) return [fault(FIELD, fewest < FEWEST_COINS ? 'pairs.none' : 'pairs.least')];
  const issues = rows.flatMap((row) => [
    ...checkMarket(row, context),
    ...checkShare(row, isFinal),
    ...(bringsCoins(values) ? checkAmount(row, context) : []),
  ]);
  if (issues.length > 0) return issues.slice(0, 1);
  const left = remainingPercent(rows);
  // While shares are being typed the remaining percent says it (C-245); only too much is a mistake already.
  return left < 0n || (left > 0n && isFinal) ? [fault(FIELD, 'pairs.total')] : [];
}

function checkMarket({ asset }: CoinRow, { spec }: CheckContext): readonly Issue[] {
  const isKnown = spec.companions === undefined || coinSpec(asset, spec) !== undefined;
  return isKnown ? [] : [fault(FIELD, 'pairs.unknown', { asset })];
}

/** C-243, C-323. */
function checkShare({ rate }: CoinRow, isFinal: boolean): readonly Issue[] {
  if (rate === '') return isFinal ? [fault(FIELD, 'pairs.share')] : [];
  const percent = readDecimal(rate);
  if (percent === null) return [notNumber(FIELD)];
  if (decimalsOf(percent) > RATIO_DECIMALS) {
    return [fault(FIELD, 'number.decimals', { label: FIELD, decimals: String(RATIO_DECIMALS) })];
  }
  return compareDecimals(percent, '1') < 0 ? [fault(FIELD, 'pairs.share')] : [];
}

/** C-325, C-326. */
function checkAmount({ asset, amount }: CoinRow, { held, phase }: CheckContext): readonly Issue[] {
  if (amount.length > MOST_AMOUNT_CHARACTERS) {
    return [fault(FIELD, 'pairs.amount_length', { max: String(MOST_AMOUNT_CHARACTERS) })];
  }
  const typed = readDecimal(amount);
  if (typed === null || isZero(typed)) {
    return phase === 'typing' && amount === '' ? [] : [fault(FIELD, 'pairs.amount_required', { asset })];
  }
  const units = parseAmount(typed);
  if (units === null) {
    return [fault(FIELD, 'number.decimals', { label: FIELD, decimals: String(AMOUNT_DECIMALS) })];
  }
  if (held === undefined) return [];
  const own = Object.hasOwn(held, asset) ? (held[asset] ?? 0n) : 0n;
  return units > own ? [fault(FIELD, 'pairs.balance', { asset })] : [];
}
