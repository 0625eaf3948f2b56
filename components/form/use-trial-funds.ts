'use client';

import { useSession } from '#lib/client/session.ts';
import { useCall } from '#lib/client/use-call.ts';
import type { StrategyType } from '#lib/contract/vocabulary.ts';
import { parseAmountDown } from '#lib/money/amount.ts';

/**
 * Trial funds that a bot of this kind on this market may use, units of the asset: 0 where the market is not listed
 * (C-022), for guests, and while unknown.
 */
export function useTrialFunds(kind: StrategyType, market: string, asset: string): bigint {
  const { session } = useSession();
  const { data: listed } = useCall('trialMarkets', {}, { revalidateOnFocus: false });
  const isListed = listed?.data?.some((one) => one.market === market && one.strategy_type === kind) === true;
  const isAsked = isListed && session?.logged_in === true;
  const { data } = useCall('trialBalance', isAsked ? { query: { currency: asset } } : null, {
    keepPreviousData: false,
  });
  if (!isAsked) return 0n;
  return (data?.data?.available_experience ?? []).reduce(
    (sum, { available }) => sum + (parseAmountDown(available) ?? 0n),
    0n,
  );
}
