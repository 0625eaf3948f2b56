'use client';

import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { draftKey, formDraftsAtom } from '#components/form/form-state.ts';
import { useSpecs } from '#components/form/use-specs.ts';
import { useStrategyFee, withFuturesFee } from '#components/form/use-strategy-fee.ts';
import { contractRow, specOf } from '#lib/client/market-rows.ts';
import { useCall } from '#lib/client/use-call.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { instrumentOf, type MarketSpec } from '#lib/money/market-spec.ts';
import { PORTFOLIO_QUOTE } from '#lib/strategies/portfolio/coins.ts';
import { useEntry } from './use-entry.ts';

/** The form value that the arbitrage's market selector writes; empty: the market of the page. */
export const ARBITRAGE_MARKET = 'arbitrage_market';

/**
 * The spec that a kind's form works on: what the page shows, and for kinds of several markets the others beside it as
 * companions – of a portfolio every coin that it could have, of an arbitrage the contract of the market that was chosen in
 * the form. Without companions until they are known. Contracts cost what the exchange says that this trader pays (E-290).
 */
export function useKindSpec(kind: RunnableKind, page: MarketSpec): MarketSpec {
  const { trades } = factsOf(kind);
  const isPortfolio = trades === 'portfolio';
  const isArbitrage = trades === 'legs';
  const specs = useSpecs(isPortfolio || isArbitrage);
  const entry = useEntry(kind, page);
  const chosen = useAtomValue(formDraftsAtom)[draftKey(kind, page, entry)]?.values[ARBITRAGE_MARKET] ?? '';
  const { data } = useCall('futuresContracts', isArbitrage ? { query: { settle: 'usdt' } } : null, {
    revalidateOnFocus: false,
  });
  const hedged = isArbitrage && chosen !== '' ? chosen : page.market;
  const fee = useStrategyFee(kind, hedged, isArbitrage || page.contract !== undefined);
  return useMemo(() => {
    if (isPortfolio) return withCoins(page, specs);
    if (!isArbitrage) return withFuturesFee(page, fee);
    const market = specs.get(hedged) ?? page;
    if (data === undefined) return market;
    const row = data.futures_contracts_data.find(({ name }) => name === market.market);
    const own = row === undefined ? null : specOf(contractRow(row, 'USDT'));
    const contract = own === null ? null : withFuturesFee(own, fee);
    return { ...market, companions: contract === null ? {} : { [instrumentOf(contract)]: contract } };
  }, [isPortfolio, isArbitrage, page, specs, hedged, data, fee]);
}

/** A market with all others of the same quote beside it: the coins that a portfolio could have. */
export function withCoins(page: MarketSpec, specs: ReadonlyMap<string, MarketSpec>): MarketSpec {
  if (specs.size === 0) return page;
  const others = [...specs.values()].filter(({ quote, market }) => quote === PORTFOLIO_QUOTE && market !== page.market);
  return { ...page, companions: Object.fromEntries(others.map((spec) => [instrumentOf(spec), spec])) };
}
