'use client';

import { useEffect, useState } from 'react';
import { useReplyText } from '#components/ui/use-reply-text.ts';
import { useSaidOnce } from '#components/ui/use-said-once.ts';
import { Refused } from '#lib/client/failures.ts';
import { fetchOk, useLive } from '#lib/client/use-call.ts';
import type { ReplyOf } from '#lib/contract/contract.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';

/** M-203. */
export const ESTIMATE_DEBOUNCE_MS = 500;

/** Liquidation prices of a bot as it would be; raw wire texts, '--' where there is none. Held '': another exchange does not tell it apart. */
export interface LiquidationPrices {
  readonly long: { readonly held: string; readonly full: string };
  readonly short: { readonly held: string; readonly full: string };
}

const SAID = ['liq_price', 'short_liq_price', 'held_liq_price', 'held_short_liq_price'] as const;

/** The sides on which a bot can be liquidated. */
export function sidesOf(side: string): readonly (keyof LiquidationPrices)[] {
  if (side === 'neutral') return ['long', 'short'];
  return [side === 'sell' ? 'short' : 'long'];
}

export type LiquidationEstimate =
  | { readonly state: 'idle' | 'pending' }
  | { readonly state: 'ready'; readonly prices: LiquidationPrices }
  /** `text`: why, in the server's words or ours; '' when there are none. The price is then '-' (M-340). */
  | { readonly state: 'failed'; readonly text: string };

/** What is said of the prices: 'none' where nothing is asked or it cannot be had, null while it is asked. */
export type SaidPrices = LiquidationPrices | 'none' | null;

/** M-340: why it cannot be had, for whoever may not go on without it; null: it has not failed, '': without words. */
export function failureOf(estimate: LiquidationEstimate): string | null {
  return estimate.state === 'failed' ? estimate.text : null;
}

export function saidPrices(estimate: LiquidationEstimate): SaidPrices {
  if (estimate.state === 'ready') return estimate.prices;
  return estimate.state === 'pending' ? null : 'none';
}

/** Asked of the bot as it stands then: each question is one of its own, whatever an earlier one in the same words gave. */
let turns = 0;
const NOTHING_ASKED = { question: '', turn: 0 };

/**
 * Where a running bot would be liquidated with other money and leverage (M-316), asked 500 ms after the last change; the
 * latest question wins, and is asked again after a bad reply (D1). A refusal is said in a toast (E-320) and kept for
 * whoever shows it.
 */
export function useLiquidationEstimate(
  { strategy_id: strategyId, follow_id }: Pick<StrategyRow, 'strategy_id' | 'follow_id'>,
  money: string,
  leverage: string,
  /** Another number asks again in the same words: prices have moved. */
  round = 0,
): LiquidationEstimate {
  const replyText = useReplyText();
  const question = money === '' || leverage === '' ? '' : `liquidation ${strategyId} ${money} ${leverage}`;
  const [asked, setAsked] = useState(NOTHING_ASKED);
  useEffect(() => {
    if (question === '') return;
    const timer = setTimeout(() => setAsked({ question, turn: ++turns }), ESTIMATE_DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      // What was typed away and back is a question that nobody has asked yet.
      setAsked(NOTHING_ASKED);
    };
  }, [question]);
  const body = { strategy_id: strategyId, money, leverage, follow_id };
  const isAsked = question !== '' && asked.question === question;
  const key = isAsked ? `${question} ${asked.turn} ${round}` : null;
  const { data, error } = useLive(key, () => fetchOk('liquidationPrice', { body }), {
    keepPreviousData: false,
    revalidateOnFocus: false,
  });
  const text = wordsOf(error, replyText);
  useSaidOnce('warning', text === '' ? null : text);
  if (question === '') return { state: 'idle' };
  if (!isAsked) return { state: 'pending' };
  // No answer is no estimate.
  if (error !== undefined) return { state: 'failed', text };
  return data === undefined ? { state: 'pending' } : { state: 'ready', prices: pricesOf(data) };
}

/** M-340: where the exchange has no words, '-' says it. */
export function wordsOf(error: unknown, replyText: ReturnType<typeof useReplyText>): string {
  if (!(error instanceof Refused)) return '';
  const { parts } = error;
  return (parts.message ?? '') === '' && (parts.data ?? null) === null ? '' : replyText(parts);
}

/** What the wire says in its own order of words. Another exchange tells one price a side (E-138): what is held is '' then, and judged by that price. */
export function pricesOf(reply: Pick<ReplyOf<'liquidationPrice'>, (typeof SAID)[number]>): LiquidationPrices {
  const { liq_price, short_liq_price, held_liq_price = '', held_short_liq_price = '' } = reply;
  return {
    long: { held: held_liq_price, full: liq_price },
    short: { held: held_short_liq_price, full: short_liq_price },
  };
}
