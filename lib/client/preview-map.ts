import { heatMapCells } from '../backtest/search/heat-map.ts';
import { type HeatMapCell, type HeatMapRange, heatMapRange } from '../backtest/search/heat-map-scale.ts';
import { definitionOf, type EngineParamsByKind, type RunnableKind } from '../kinds/definitions.ts';
import { formatTicks, type MarketSpec } from '../money/market-spec.ts';
import type { CheckContext, FormValues } from '../strategies/definition.ts';
import { assetInUsdt } from '../strategies/rules/asset-price.ts';
import { typedParams } from '../strategies/typed-params.ts';
import type { PreviewPrices } from './preview-prices.ts';
import type { PreviewMap } from './preview-protocol.ts';

/** What hangs on one particular range, and so has no meaning on another: trigger, price stops and trailing. */
const BOUND_TO_RANGE: FormValues = {
  trigger_price: '',
  trail_up: '0',
  trail_down: '0',
  stop_upward_price: '',
  stop_downward_price: '',
  moving_average_momentum: '',
  is_less_low_stop: '0',
  is_over_high_stop: '0',
};
const PRICE_STOPS: FormValues = { stop_loss_on: '0', stop_loss: '', stop_profit_on: '0', stop_profit: '' };

/**
 * The cells of a map, one after the other: each is the present choice with another range and count, as the form would
 * check it. A cell whose bot could not be created with the typed investment – the one that is replayed, or the one that
 * taking the cell would create today – says what it needs instead of a return.
 */
export function mapCells(request: PreviewMap, prices: PreviewPrices): Generator<HeatMapCell> {
  const { kind, values, spec, feeRate, maxGrid, lastTicks } = request;
  const { candles, startIndex, marks, funding } = prices;
  const definition = definitionOf(kind);
  const texts = new Set(
    definition.fields.filter(({ input }) => input === 'text' || input === 'textarea').map(({ name }) => name),
  );
  const startTicks = candles.open.slice(startIndex).find((ticks) => ticks >= 0) ?? null;
  const context: CheckContext = {
    spec,
    lastTicks: startTicks,
    maxGrid,
    feeRate,
    minAmount: null,
    available: null,
    phase: 'exchange',
  };
  // Ratio stops of contracts watch the account and stay; price stops watch one range.
  const base = { ...values, ...BOUND_TO_RANGE, ...(spec.contract === undefined ? PRICE_STOPS : {}) };
  return heatMapCells({
    kind,
    prices: {
      candles: {
        startMs: candles.startMs + startIndex * candles.stepMs,
        stepMs: candles.stepMs,
        open: candles.open.subarray(startIndex),
        high: candles.high.subarray(startIndex),
        low: candles.low.subarray(startIndex),
        close: candles.close.subarray(startIndex),
      },
      ...(marks === undefined ? {} : { marks: marks.subarray(startIndex) }),
      ...(funding === undefined ? {} : { funding }),
    },
    paramsOf: (range, gridCount): EngineParamsByKind[RunnableKind] | null => {
      const cell = cellValues(base, range, gridCount, spec);
      const isRefused = definition
        .check(cell, context)
        .some(({ severity, field }) => severity === 'error' && !texts.has(field));
      return isRefused ? null : typedParams(definition, cell, spec, feeRate);
    },
    needsOf: (params, width, gridCount) => {
      const minimumAt = (bot: EngineParamsByKind[RunnableKind], ticks: number): bigint =>
        definition.minimum(bot, { lastTicks: ticks, assetInUsdt: assetInUsdt(spec, ticks), nextFundingE8: null });
      const today = lastTicks === null ? null : heatMapRange(width, lastTicks);
      const then = startTicks === null ? 0n : minimumAt(params, startTicks);
      const now =
        today === null || lastTicks === null
          ? 0n
          : minimumAt(typedParams(definition, cellValues(base, today, gridCount, spec), spec, feeRate), lastTicks);
      const least = then > now ? then : now;
      return least > params.investment ? least : null;
    },
  });
}

function cellValues(base: FormValues, range: HeatMapRange, gridCount: number, spec: MarketSpec): FormValues {
  return {
    ...base,
    low_price: formatTicks(spec, range.lowTicks),
    high_price: formatTicks(spec, range.highTicks),
    grid_num: String(gridCount),
  };
}
