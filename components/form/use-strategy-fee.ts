'use client';

import { useMemo } from 'react';
import { useCall } from '#lib/client/use-call.ts';
import type { ReplyOf } from '#lib/contract/contract.ts';
import type { StrategyType } from '#lib/contract/vocabulary.ts';
import { DEFAULT_TAKER_FEE, DEFAULT_VIP_DISCOUNT, effectiveTakerFee } from '#lib/formulas/fees.ts';
import { KIND_FACTS } from '#lib/kinds/facts.ts';
import { parseAmount } from '#lib/money/amount.ts';
import type { ContractTerms, FeeRateE8, MarketSpec } from '#lib/money/market-spec.ts';

/** What the fills of a kind's bots cost, 1e-8. */
export interface StrategyFee {
  /** On the spot market; the documented default until the exchange has said it (C-436). */
  readonly spot: FeeRateE8;
  /** On the market's contract; null where the exchange does not say it (yet): the contract's own terms count then. */
  readonly futures: Pick<ContractTerms, 'takerE8' | 'makerE8'> | null;
}

/** The strategy-fee call (E-290), the one place where its four rates are read. `isWanted` false: nothing is asked. */
export function useStrategyFee(kind: StrategyType, market: string, isWanted = true): StrategyFee {
  const { data } = useCall('strategyFee', isWanted ? { query: { market, strategy_type: kind } } : null);
  const said = data?.data;
  return useMemo(() => feeSaid(kind, market, said), [said, market, kind]);
}

/** What the call's four rates come to; without an answer the documented defaults. */
export function feeSaid(kind: StrategyType, market: string, said: ReplyOf<'strategyFee'>['data']): StrategyFee {
  const taker = parseAmount(said?.taker_fee ?? '') ?? DEFAULT_TAKER_FEE;
  const discount = parseAmount(said?.vip_fee_discount ?? '') ?? DEFAULT_VIP_DISCOUNT;
  const takerE8 = parseAmount(said?.futures_taker_fee ?? '');
  const makerE8 = parseAmount(said?.futures_maker_fee ?? '');
  return {
    spot: effectiveTakerFee(market, KIND_FACTS[kind].hasLowFeeTag, taker, discount),
    futures: takerE8 === null || makerE8 === null ? null : { takerE8, makerE8 },
  };
}

/** A contract with the rates that this trader pays on it; the very spec where they are the contract's own. */
export function withFuturesFee(spec: MarketSpec, { futures }: StrategyFee): MarketSpec {
  const { contract } = spec;
  if (contract === undefined || futures === null) return spec;
  const isOwn = contract.takerE8 === futures.takerE8 && contract.makerE8 === futures.makerE8;
  return isOwn ? spec : { ...spec, contract: { ...contract, ...futures } };
}
