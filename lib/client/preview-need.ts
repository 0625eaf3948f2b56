import { marketsOf } from '../engine/bot-feeds.ts';
import { INDICATORS } from '../indicators/catalogue.ts';
import { CONDITION_SIDES, type IndicatorConditions, indicatorIdOf } from '../indicators/condition.ts';
import type { EngineParamsByKind, RunnableKind } from '../kinds/definitions.ts';
import { historyMinutes } from '../kinds/history-need.ts';
import { GATE_MINUTES } from '../kinds/spot-grid/params.ts';
import { instrumentOf, type MarketSpec, marketKindOf } from '../money/market-spec.ts';
import type { PreviewNeed } from './preview-protocol.ts';

/** What a replay of a bot runs on: its markets, and the history that its averages or indicators begin with. */
export function previewNeedOf<K extends RunnableKind>(kind: K, params: EngineParamsByKind[K]): PreviewNeed {
  const hasVolumes = 'conditions' in params && looksAtVolumes(params.conditions);
  return { markets: marketsNeeded(params.spec, hasVolumes), historyMinutes: historyMinutes(kind, params) };
}

/** What most bots are content with: known before anything of a bot is. */
const USUAL_HISTORY_MINUTES = GATE_MINUTES;

/** The need of a form whose values are not whole yet: the market of the page, and history that seldom has to be loaded again. */
export function firstNeed(spec: MarketSpec): PreviewNeed {
  const { companions: _companions, ...own } = spec;
  return { markets: marketsNeeded(own, false), historyMinutes: USUAL_HISTORY_MINUTES };
}

function marketsNeeded(spec: MarketSpec, hasVolumes: boolean): PreviewNeed['markets'] {
  return marketsOf(spec).map((one) => ({
    key: instrumentOf(one),
    market: one.market,
    instrument: marketKindOf(one),
    hasVolumes,
  }));
}

/** Whether a condition on an indicator of volumes is among them. */
export function looksAtVolumes(conditions: IndicatorConditions): boolean {
  return CONDITION_SIDES.some((name) =>
    conditions[name]?.conditions.some(({ indicatorName, compareIndicatorName }) =>
      [indicatorName, compareIndicatorName].some((word) => {
        const id = indicatorIdOf(word);
        return id !== null && INDICATORS[id].scale === 'volume';
      }),
    ),
  );
}

/** Whether prices that were loaded for one need do for another: same bot's market, all others of it, no less history. */
export function coversNeed(loaded: PreviewNeed, wanted: PreviewNeed): boolean {
  if (loaded.historyMinutes < wanted.historyMinutes || loaded.markets[0]?.key !== wanted.markets[0]?.key) return false;
  if (wanted.markets.length > 1 && loaded.markets.length === 1) return false;
  return wanted.markets.every(({ key, hasVolumes }) =>
    loaded.markets.some((one) => one.key === key && (one.hasVolumes || !hasVolumes)),
  );
}
