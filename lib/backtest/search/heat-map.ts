import type { EngineParamsByKind, RunnableKind } from '../../kinds/definitions.ts';
import {
  HEAT_MAP_COUNTS,
  HEAT_MAP_WIDTHS,
  type HeatMapCell,
  type HeatMapRange,
  heatMapRange,
} from './heat-map-scale.ts';
import { type SearchPrices, Stretch } from './stretch.ts';

/** Cells are yielded coarse first: every fourth column and row, then every second, then the rest. */
const STRIDES = [4, 2, 1] as const;

export interface HeatMapInput<K extends RunnableKind> {
  readonly kind: K;
  /** 1-minute candles of the last 30 days (marks and funding for contracts). The bots start at the first known price. */
  readonly prices: SearchPrices;
  /** The present choice with another range and count; null where the kind's check would refuse it. */
  readonly paramsOf: (range: HeatMapRange, gridCount: number) => EngineParamsByKind[K] | null;
  /** Least investment of a cell's bot, units, where that is more than is invested; null where it is not. */
  readonly needsOf?: (params: EngineParamsByKind[K], width: number, gridCount: number) => bigint | null;
}

/**
 * What grids of each width and count would have given over the prices, cell by cell and coarse first. Ranges lie around
 * the price at the beginning, because a bot that was set around today's price then would have known the future. Nothing
 * when no price is known.
 */
export function* heatMapCells<K extends RunnableKind>({
  kind,
  prices,
  paramsOf,
  needsOf,
}: HeatMapInput<K>): Generator<HeatMapCell> {
  const { open } = prices.candles;
  const from = open.findIndex((ticks) => ticks >= 0);
  if (from < 0) return;
  const stretch = new Stretch(prices, from, open.length);
  for (const [widthIndex, countIndex] of coarseFirst()) {
    const width = HEAT_MAP_WIDTHS[widthIndex] as number;
    const gridCount = HEAT_MAP_COUNTS[countIndex] as number;
    const range = heatMapRange(width, stretch.startTicks);
    const params = range === null ? null : paramsOf(range, gridCount);
    const needs = params === null ? null : (needsOf?.(params, width, gridCount) ?? null);
    const rate = params === null || needs !== null ? null : stretch.profitRate(kind, params);
    yield { widthIndex, countIndex, width, gridCount, rate, needs };
  }
}

/** Every cell once; in a round those of few grids first, because they are the quickest. */
function* coarseFirst(): Generator<readonly [number, number]> {
  for (const [round, stride] of STRIDES.entries()) {
    const before = STRIDES[round - 1];
    for (let count = 0; count < HEAT_MAP_COUNTS.length; count += stride) {
      for (let width = 0; width < HEAT_MAP_WIDTHS.length; width += stride) {
        if (before === undefined || width % before !== 0 || count % before !== 0) yield [width, count];
      }
    }
  }
}
