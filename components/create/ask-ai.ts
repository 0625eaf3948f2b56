import type { AnyDefinition } from '#components/form/any-definition.ts';
import { Refused } from '#lib/client/failures.ts';
import { fetchOk } from '#lib/client/use-call.ts';
import { subTypeOf } from '#lib/contract/ai-params.ts';
import { isOutage } from '#lib/contract/vocabulary.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { type MarketSpec, marketKindOf } from '#lib/money/market-spec.ts';
import { type AiFound, type AiReply, foundIn } from './ai-parameters.ts';
import type { AiCycle } from './use-ai-found.ts';

/**
 * What the AI found for a kind on one window, asked once and outside a form; `variant`: of kinds that are searched in variants.
 * Null where it has found nothing or is not offered (C-398). Rejects while nobody answers.
 */
export async function askAi(
  definition: AnyDefinition,
  spec: MarketSpec,
  cycle: AiCycle,
  variant: string,
): Promise<AiFound | null> {
  try {
    const reply = await askReply(definition, spec, cycle, variant);
    return foundIn(definition.kind, reply ?? null, variant);
  } catch (error) {
    if (error instanceof Refused && !isOutage(error.code)) return null;
    throw error;
  }
}

async function askReply(
  { kind, ai }: AnyDefinition,
  spec: MarketSpec,
  cycle: AiCycle,
  variant: string,
): Promise<AiReply> {
  const { market } = spec;
  switch (factsOf(kind).aiCall) {
    case 'aiSpotGrid':
      return (await fetchOk('aiSpotGrid', { query: { symbol: market, cycle } })).data;
    case 'aiFuturesGrid': {
      const settle = spec.contract?.settle === 'BTC' ? 'btc' : 'usdt';
      return (await fetchOk('aiFuturesGrid', { query: { market, settle, cycle } })).data;
    }
    case 'aiInfiniteGrid':
      return (await fetchOk('aiInfiniteGrid', { query: { market, cycle } })).data;
    case 'martingaleBacktestProfit': {
      const query = { market, strategy_type: 'grid_martingale', sub_type: subTypeOf(variant), cycle } as const;
      return (await fetchOk('martingaleBacktestProfit', { query })).data;
    }
    case 'aiParams': {
      const query = { market, instrument_type: marketKindOf(spec), cycle };
      const asked = ai.variants === undefined ? query : { ...query, variant };
      return (await fetchOk('aiParams', { path: { type: kind }, query: asked })).data;
    }
  }
}
