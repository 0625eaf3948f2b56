'use client';

import { useCall } from '#lib/client/use-call.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { instrumentOfBot } from './bot-instrument.ts';
import { isEnded } from './bot-state.ts';

/** M-174, M-177. */
export const MARK_REFRESH_MS = 10_000;

/** The same of a bot that is looked at, where its row says none: rows of an exchange of the documents do not. What has ended has no price of now. */
export function useMarkedRow(bot: StrategyRow): StrategyRow {
  return useMarked(bot, MARK_REFRESH_MS, !isEnded(bot) && !/[1-9]/.test(bot.mark_price)).marked;
}

/**
 * The bot with its contract's mark price as the contracts tell it, which every exchange of the documents does; a row's own is a word of ours. `refreshMs` 0: it is
 * asked anew when `refresh` says so.
 */
export function useMarked(
  bot: StrategyRow,
  refreshMs: number,
  isAsked = true,
): { readonly marked: StrategyRow; readonly refresh: () => void } {
  const { market, type } = instrumentOfBot(bot);
  const { data, mutate } = useCall(
    'futuresContracts',
    type === 'spot' || !isAsked ? null : { query: { settle: type === 'futures_btc' ? 'btc' : 'usdt' } },
    { refreshInterval: refreshMs, revalidateOnFocus: false },
  );
  const price = data?.futures_contracts_data.find(({ name }) => name === market)?.mark_price ?? '';
  const marked = /[1-9]/.test(price) ? { ...bot, mark_price: price } : bot;
  return { marked, refresh: () => void mutate() };
}
