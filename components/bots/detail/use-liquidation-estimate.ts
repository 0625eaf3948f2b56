'use client';

import { useEffect, useState } from 'react';
import { useReplyText } from '#components/ui/use-reply-text.ts';
import { call } from '#lib/client/call.ts';
import { toast } from '#lib/client/toasts.ts';
import { CODE } from '#lib/contract/vocabulary.ts';

/** M-203. */
export const ESTIMATE_DEBOUNCE_MS = 500;

/** Liquidation prices of a bot as it would be; raw wire texts, '--' where there is none. */
export interface LiquidationPrices {
  readonly long: { readonly held: string; readonly full: string };
  readonly short: { readonly held: string; readonly full: string };
}

export type LiquidationEstimate =
  | { readonly state: 'idle' | 'pending' }
  | { readonly state: 'ready'; readonly prices: LiquidationPrices }
  /** `text`: why, in the server's words or ours; '' when there are none. The price is then '-' (M-340). */
  | { readonly state: 'failed'; readonly text: string };

/**
 * Where a running bot would be liquidated with other money and leverage (M-316), asked 500 ms after the last change; the
 * latest question wins. A refusal is said in a toast (E-320) and kept for whoever shows it.
 */
export function useLiquidationEstimate(strategyId: number, money: string, leverage: string): LiquidationEstimate {
  const replyText = useReplyText();
  const key = money === '' || leverage === '' ? '' : `${strategyId} ${money} ${leverage}`;
  const [answer, setAnswer] = useState<{ readonly key: string; readonly estimate: LiquidationEstimate } | null>(null);
  useEffect(() => {
    if (key === '') return;
    const abort = new AbortController();
    const settle = (estimate: LiquidationEstimate): void => {
      if (!abort.signal.aborted) setAnswer({ key, estimate });
    };
    const ask = async (): Promise<void> => {
      const body = { strategy_id: strategyId, money, leverage };
      const reply = await call('liquidationPrice', { body }, { signal: abort.signal });
      if (abort.signal.aborted) return;
      if (reply.code !== CODE.ok) {
        // M-340: where there are no words, '-' says it.
        const text = reply.message === '' && (reply.data ?? null) === null ? '' : replyText(reply);
        if (text !== '') toast('warning', text);
        settle({ state: 'failed', text });
        return;
      }
      const { liq_price, short_liq_price, held_liq_price = '--', held_short_liq_price = '--' } = reply;
      const long = { held: held_liq_price, full: liq_price };
      settle({ state: 'ready', prices: { long, short: { held: held_short_liq_price, full: short_liq_price } } });
    };
    const timer = setTimeout(() => {
      // No answer is no estimate.
      ask().catch(() => settle({ state: 'failed', text: '' }));
    }, ESTIMATE_DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [key, strategyId, money, leverage, replyText]);
  if (key === '') return { state: 'idle' };
  return answer?.key === key ? answer.estimate : { state: 'pending' };
}
