'use client';

import { useEffect, useMemo, useRef, useState } from 'react';
import { isBatch } from '#components/form/creation-payload.ts';
import { pairsOf } from '#components/form/several-coins.ts';
import { useSpecs } from '#components/form/use-specs.ts';
import type { StrategyForm } from '#components/form/use-strategy-form.ts';
import type { ScenarioBot } from '#lib/backtest/price-scenario.ts';
import { type ReviewAnswer, type ReviewMove, type ReviewQuestion, USUAL_MOVES } from '#lib/client/review-question.ts';
import { useCall } from '#lib/client/use-call.ts';
import { marketsOf } from '#lib/engine/bot-feeds.ts';
import { formatTicks, instrumentOf, type MarketSpec, parseTicks } from '#lib/money/market-spec.ts';
import { typedParams } from '#lib/strategies/typed-params.ts';
import { replayParams } from './replay-params.ts';
import type { PreviewWork } from './use-preview.ts';

/** A form at the moment of its review: figures that went on moving could not be confirmed. */
export type ReviewedForm = Pick<StrategyForm, 'definition' | 'spec' | 'values' | 'context' | 'summary'>;

/** The bots that a form would create, each with the prices that it would start at; null while one is not known. */
export function botsOf(
  { definition, values, spec, context }: ReviewedForm,
  specs: ReadonlyMap<string, MarketSpec>,
  last: ReadonlyMap<string, string>,
): readonly ScenarioBot[] | null {
  const { kind } = definition;
  if (!isBatch(definition, values)) {
    const params = replayParams(definition, values, spec, context.feeRate);
    if (params === null || context.lastTicks === null) return null;
    return [{ kind, params, prices: pricesOf(params.spec, context.lastTicks, context.prices) }];
  }
  const bots = pairsOf(values).flatMap((pair): ScenarioBot[] => {
    const own = specs.get(pair);
    const ticks = own === undefined ? null : parseTicks(own, last.get(pair) ?? '');
    if (own === undefined || ticks === null || ticks <= 0) return [];
    // What this trader pays, as the exchange said it of the form's own market: kinds of several coins have no fee rule of a market (C-352).
    const params = typedParams(definition, values, own, context.feeRate);
    return [{ kind, params, prices: { [instrumentOf(own)]: ticks } }];
  });
  return bots.length === pairsOf(values).length ? bots : null;
}

/** Last prices of a bot's markets as far as the page knows them; a contract's is about that of its coin. */
function pricesOf(spec: MarketSpec, lastTicks: number, known: Readonly<Record<string, number>> | undefined) {
  const prices: Record<string, number> = {};
  for (const market of marketsOf(spec)) {
    const instrument = instrumentOf(market);
    const own = market === spec || instrument === instrumentOf(spec) ? lastTicks : undefined;
    const converted = market.base === spec.base ? parseTicks(market, formatTicks(spec, lastTicks)) : null;
    const ticks = own ?? known?.[instrument] ?? converted;
    if (ticks !== null && ticks !== undefined) prices[instrument] = ticks;
  }
  return prices;
}

/** The ends of the range that the chart shows, and one tick beyond them: where the price has left it. */
function leavingMoves({ definition, values, context }: ReviewedForm): readonly ReviewMove[] {
  const edges = definition
    .chartLines(values, context)
    .filter(({ role }) => role === 'range')
    .map(({ ticks }) => ticks);
  if (edges.length < 2) return [];
  const [low, high] = [Math.min(...edges) - 1, Math.max(...edges) + 1];
  return [...(low > 0 ? [{ id: 'low', move: { toTicks: low } }] : []), { id: 'high', move: { toTicks: high } }];
}

export type ReviewFigures =
  | { readonly state: 'waiting' | 'failed' }
  | { readonly state: 'ready'; readonly bots: readonly ScenarioBot[]; readonly answer: ReviewAnswer };

let lastId = 0;

/** Asks the form's engine what the bots would do if they were created now (H52), once per sheet. */
export function useReview(form: ReviewedForm, work: PreviewWork): ReviewFigures {
  const isSeveral = isBatch(form.definition, form.values);
  const specs = useSpecs(isSeveral);
  const { data } = useCall('tickers', isSeveral ? { query: {} } : null, { revalidateOnFocus: false });
  const question = useMemo((): ReviewQuestion | null => {
    const last = new Map((data?.data ?? []).map((ticker) => [ticker.market, ticker.last]));
    const bots = botsOf(form, specs, last);
    if (bots === null) return null;
    return { bots, moves: isSeveral ? USUAL_MOVES : [...USUAL_MOVES, ...leavingMoves(form)] };
  }, [form, specs, data, isSeveral]);
  const [asked, setAsked] = useState<{ readonly id: number; readonly question: ReviewQuestion } | null>(null);
  const isAsked = useRef(false);
  useEffect(() => {
    if (question === null || isAsked.current) return;
    isAsked.current = true;
    lastId += 1;
    setAsked({ id: lastId, question });
    work.post({ type: 'review', id: lastId, nowMs: Date.now(), ...question });
  }, [question, work]);
  const { reviewed } = work;
  if (asked === null || reviewed === null) return { state: 'waiting' };
  const id = reviewed.id;
  if (id !== asked.id) return { state: 'waiting' };
  if (reviewed.type === 'review-failed') return { state: 'failed' };
  return { state: 'ready', bots: asked.question.bots, answer: reviewed.answer };
}
