import { portfolioMinimum } from '../../../formulas/portfolio-minimum.ts';
import { RATIO_DECIMALS } from '../../../money/input.ts';
import { PORTFOLIO_DECIMALS } from '../../../money/precision.ts';
import type { CheckContext, FormValues, Issue } from '../../../strategies/definition.ts';
import { checkCoins } from '../../../strategies/portfolio/check-coins.ts';
import { bringsCoins, PORTFOLIO_QUOTE, parseCoins } from '../../../strategies/portfolio/coins.ts';
import { fault } from '../../../strategies/rules/issue.ts';
import { checkMoney } from '../../../strategies/rules/money.ts';
import { outOfRange, readInteger, readPercent } from '../../../strategies/rules/numbers.ts';
import { checkRatioStops } from '../../../strategies/rules/ratio-stops.ts';
import { checkFollowFee, checkTexts } from '../../../strategies/rules/text.ts';
import { isByRatio, PERIOD_LIMITS } from './values.ts';

/** Every rule of a smart position, in the order of the form. */
export function checkSmart(values: FormValues, context: CheckContext): readonly Issue[] {
  return [
    ...checkCoinType(values),
    ...checkCoins(values, context),
    ...(isByRatio(values) ? checkThreshold(values, context) : checkPeriod(values, context)),
    ...checkAmount(values, context),
    ...checkRatioStops(values, null, context),
    ...checkTexts(values, context),
    ...checkFollowFee(values, context),
  ];
}

function checkCoinType({ coin_type }: FormValues): readonly Issue[] {
  return coin_type === 'all' || coin_type === 'spot' ? [] : [fault('coin_type', 'choice.unknown')];
}

/** C-241, C-418: at least 10 for each coin. Brought coins are not paid with cash, so no balance is asked for. */
function checkAmount(values: FormValues, context: CheckContext): readonly Issue[] {
  const coins = parseCoins(values.coins ?? '')?.length ?? 0;
  const own = portfolioMinimum(coins);
  const minAmount = context.minAmount !== null && context.minAmount > own ? context.minAmount : own;
  const available = bringsCoins(values) ? null : context.available;
  const known = { ...context, minAmount, available };
  return checkMoney('money', values.money ?? '', PORTFOLIO_DECIMALS, PORTFOLIO_QUOTE, known);
}

/** C-336: 1–60 minutes, 1–24 hours, 1–28 days. */
function checkPeriod(values: FormValues, context: CheckContext): readonly Issue[] {
  const unit = values.period_unit ?? '';
  const most = Object.hasOwn(PERIOD_LIMITS, unit) ? PERIOD_LIMITS[unit] : undefined;
  if (most === undefined) return [fault('period_unit', 'choice.unknown')];
  const { value, issue } = readInteger('period', values.period ?? '', 1, most);
  if (issue !== null) return [issue];
  return value === null && context.phase !== 'typing' ? [outOfRange('period', '1', String(most))] : [];
}

/** C-337: 0.1–50 %. */
function checkThreshold(values: FormValues, context: CheckContext): readonly Issue[] {
  const field = 'threshold';
  const limits = { min: '0.1', max: '50', decimals: RATIO_DECIMALS };
  const beyond = outOfRange(field, limits.min, limits.max);
  const { value, issue } = readPercent(field, values[field] ?? '', limits, beyond);
  if (issue !== null) return [issue];
  return value === null && context.phase !== 'typing' ? [beyond] : [];
}
