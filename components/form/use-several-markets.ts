'use client';

import { useMemo } from 'react';
import { Refused } from '#lib/client/failures.ts';
import { useSession } from '#lib/client/session.ts';
import { useCall } from '#lib/client/use-call.ts';
import type { ReplyOf } from '#lib/contract/contract.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { marketsOf } from '#lib/engine/bot-feeds.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { parseAmountDown, parseSignedAmount } from '#lib/money/amount.ts';
import { instrumentOf, type MarketSpec, parseTicks } from '#lib/money/market-spec.ts';
import type { CheckContext, FormValues } from '#lib/strategies/definition.ts';
import { bringsCoins, isListedHolding } from '#lib/strategies/portfolio/coins.ts';

/** A market that an arbitrage can be made on, with the funding that its contract pays next. */
export type ArbitragePair = NonNullable<ReplyOf<'currencyPairs'>['data']>[number];

const PRICES_REFRESH_MS = 2_000;
const HELD_REFRESH_MS = 10_000;
const FUNDING_REFRESH_MS = 30_000;

/** Markets of arbitrages – of those that portfolios have, the ones with a contract – with their funding (C-361). `refresh` asks at once: a settlement has passed. */
export function useArbitragePairs(isWanted: boolean): {
  readonly pairs: readonly ArbitragePair[] | undefined;
  readonly hasFailed: boolean;
  readonly refresh: () => void;
} {
  const { data, error, mutate } = useCall(
    'currencyPairs',
    isWanted ? { query: { exchange_type: 'SMART_REBALANCE' } } : null,
    { refreshInterval: FUNDING_REFRESH_MS },
  );
  const pairs = useMemo(() => data?.data?.filter(({ funding_interval }) => funding_interval > 0), [data]);
  return { pairs, hasFailed: error !== undefined && data === undefined, refresh: () => void mutate() };
}

/** Nobody holds anything as yet: that is no answer of the exchange, who was not asked. */
const GUEST = new Refused({ code: CODE.loginRequired });

/** What the trader's spot account holds of coins that a portfolio can be made of (C-379); undefined while not known, `error`: why. */
export function useHeldCoins(isWanted: boolean): {
  readonly held: ReplyOf<'smartBalance'>['data'] | undefined;
  readonly error: unknown;
} {
  const { session, error: notKnown } = useSession();
  const { data, error } = useCall('smartBalance', isWanted && session?.logged_in === true ? {} : null, {
    refreshInterval: HELD_REFRESH_MS,
  });
  // C-324; an exchange of the documents may tell all that there is.
  const held = useMemo(
    () =>
      data?.data?.filter(({ asset, available, rate }) =>
        isListedHolding(asset, parseAmountDown(available) ?? 0n, parseAmountDown(rate) ?? 0n),
      ),
    [data],
  );
  return { held, error: session === undefined ? notKnown : session?.logged_in === false ? GUEST : error };
}

/** Last prices of a portfolio's coins by instrument, ticks. */
function usePrices(spec: MarketSpec, isWanted: boolean): Readonly<Record<string, number>> | undefined {
  const { data } = useCall('tickers', isWanted ? { query: {} } : null, { refreshInterval: PRICES_REFRESH_MS });
  return useMemo(() => {
    if (!isWanted || data?.data === undefined) return undefined;
    const last = new Map(data.data.map((ticker) => [ticker.market, ticker.last]));
    const prices: Record<string, number> = {};
    for (const market of marketsOf(spec)) {
      const ticks = parseTicks(market, last.get(market.market) ?? '');
      if (ticks !== null && ticks > 0) prices[instrumentOf(market)] = ticks;
    }
    return prices;
  }, [isWanted, data, spec]);
}

/** What kinds of several markets look at beside their own price: the coins' prices, what is held, the next funding. */
export function useSeveralMarkets(
  kind: string,
  spec: MarketSpec,
  values: FormValues,
): Pick<CheckContext, 'prices' | 'held' | 'nextFundingE8'> {
  const { trades } = factsOf(kind);
  const isPortfolio = trades === 'portfolio';
  const isBrought = isPortfolio && bringsCoins(values);
  const prices = usePrices(spec, isPortfolio);
  const { held: coins } = useHeldCoins(isBrought);
  const { pairs } = useArbitragePairs(trades === 'legs');
  const funding = pairs?.find(({ pair }) => pair === spec.market)?.funding_rate;
  return useMemo(() => {
    const held =
      isBrought && coins !== undefined
        ? Object.fromEntries(coins.map(({ asset, available }) => [asset, parseAmountDown(available) ?? 0n]))
        : undefined;
    return {
      ...(prices === undefined ? {} : { prices }),
      ...(held === undefined ? {} : { held }),
      ...(funding === undefined ? {} : { nextFundingE8: parseSignedAmount(funding) }),
    };
  }, [prices, isBrought, coins, funding]);
}
