'use client';

import { useCall } from '#lib/client/use-call.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';

/** M-174. */
const REFRESH_MS = 10_000;

/** A bot with the mark price of its contract: rows of an exchange of the documents have none, its contracts do. */
export function useMarkedBot(bot: StrategyRow): StrategyRow {
  const { settle, market, mark_price } = bot;
  const isTold = settle === '' || /[1-9]/.test(mark_price);
  const { data } = useCall('futuresContracts', isTold ? null : { query: { settle } }, { refreshInterval: REFRESH_MS });
  const contract = isTold ? undefined : data?.futures_contracts_data.find(({ name }) => name === market);
  return contract === undefined ? bot : { ...bot, mark_price: contract.mark_price };
}
