import { smallestPurchase } from '../../../formulas/minimum-investment.ts';
import { mulDivDown, parseAmount, UNITS_PER_COIN } from '../../../money/amount.ts';
import { readDecimal } from '../../../money/decimal-text.ts';
import { instrumentOf, type MarketSpec } from '../../../money/market-spec.ts';
import { PORTFOLIO_DECIMALS } from '../../../money/precision.ts';
import type { CheckContext, FormValues, Issue } from '../../../strategies/definition.ts';
import { checkCoins } from '../../../strategies/portfolio/check-coins.ts';
import { coinSpec, PORTFOLIO_QUOTE, parseCoins } from '../../../strategies/portfolio/coins.ts';
import { percentE8 } from '../../../strategies/rules/grid-values.ts';
import { fault } from '../../../strategies/rules/issue.ts';
import { checkMoney, minimumText } from '../../../strategies/rules/money.ts';
import { checkRatioStops } from '../../../strategies/rules/ratio-stops.ts';
import { checkFollowFee, checkTexts } from '../../../strategies/rules/text.ts';
import { FEWEST_BOUGHT, LEAST_PURCHASE, readMoment, readSchedule } from './values.ts';

/** Every rule of a recurring buy, in the order of the form. */
export function checkRecurring(values: FormValues, context: CheckContext): readonly Issue[] {
  const each = checkEach(values, context);
  return [
    ...checkCoins(values, context, FEWEST_BOUGHT),
    ...(readSchedule(values.every) === null ? [fault('every', 'choice.unknown')] : []),
    ...checkFirst(values),
    ...each,
    // A part of an amount that is none says nothing.
    ...(each.length > 0 ? [] : checkParts(values, context)),
    ...checkTotal(values, context),
    ...checkRatioStops(values, null, context),
    ...checkTexts(values, context),
    ...checkFollowFee(values, context),
  ];
}

function checkFirst({ first_time = '' }: FormValues): readonly Issue[] {
  return first_time === '' || readMoment(first_time) !== null ? [] : [fault('first_time', 'moment.format')];
}

function checkEach({ each_amount = '' }: FormValues, context: CheckContext): readonly Issue[] {
  const known = { ...context, available: null, minAmount: parseAmount(LEAST_PURCHASE) };
  return checkMoney('each_amount', each_amount, PORTFOLIO_DECIMALS, PORTFOLIO_QUOTE, known);
}

/** A coin of which every purchase would be less than its market takes could never be bought. */
function checkParts(values: FormValues, { spec, prices }: CheckContext): readonly Issue[] {
  const each = eachPurchase(values);
  if (each === null) return [];
  for (const { asset, rate } of parseCoins(values.coins ?? '') ?? []) {
    const market = coinSpec(asset, spec);
    const least = market === undefined ? undefined : leastPart(market, prices?.[instrumentOf(market)]);
    const shareE8 = percentE8(rate);
    if (least === undefined || shareE8 === null) continue;
    if (mulDivDown(each, shareE8, UNITS_PER_COIN) < least) {
      return [
        fault('each_amount', 'pairs.min', {
          asset,
          min: minimumText(least, PORTFOLIO_DECIMALS),
          unit: PORTFOLIO_QUOTE,
        }),
      ];
    }
  }
  return [];
}

/** At the present price, with what it may move; the market's own minimum while the price is not known. */
function leastPart(market: MarketSpec, ticks: number | undefined): bigint {
  return ticks === undefined ? market.minQuoteUnits : smallestPurchase(market, ticks);
}

/** One purchase at least. */
function checkTotal(values: FormValues, context: CheckContext): readonly Issue[] {
  const known = { ...context, minAmount: leastTotal(values, context.minAmount) };
  return checkMoney('money', values.money ?? '', PORTFOLIO_DECIMALS, PORTFOLIO_QUOTE, known);
}

/** The least money for all purchases, units: one of them, or what the exchange asks for if that is more; null while neither is known. */
export function leastTotal(values: FormValues, minAmount: bigint | null): bigint | null {
  const each = eachPurchase(values);
  return each !== null && (minAmount === null || each > minAmount) ? each : minAmount;
}

/** The amount of one purchase, units; null until it is one. */
export function eachPurchase({ each_amount = '' }: FormValues): bigint | null {
  return parseAmount(readDecimal(each_amount) ?? '');
}
