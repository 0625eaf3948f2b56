'use client';

import { useMemo } from 'react';
import { Refused } from '#lib/client/failures.ts';
import { contractRow, type InstrumentRow, spotRow } from '#lib/client/market-rows.ts';
import { useCall } from '#lib/client/use-call.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { instrumentOfBot } from './bot-instrument.ts';

/** A market that the exchange has no more is none that it does not know yet. */
const GONE = new Refused({ code: CODE.unknown });

/**
 * The market or contract that a bot trades, as the exchange describes it; undefined until it is known. `error`: why it is not, for LiveGap – no answer, which
 * is asked for again, a refusal, or an answer in which there is no such market.
 */
export function useInstrumentRow(bot: Pick<StrategyRow, 'market' | 'settle' | 'money_asset'>): {
  readonly row: InstrumentRow | undefined;
  readonly error: unknown;
} {
  const { market, type } = instrumentOfBot(bot);
  const isBtc = type === 'futures_btc';
  const spot = useCall('markets', type === 'spot' ? {} : null, { revalidateOnFocus: false });
  const contracts = useCall(
    'futuresContracts',
    type === 'spot' ? null : { query: { settle: isBtc ? 'btc' : 'usdt' } },
    { revalidateOnFocus: false },
  );
  const row = useMemo(() => {
    if (type === 'spot') {
      const found = spot.data?.data?.find((one) => one.market === market);
      return found === undefined ? undefined : spotRow(found);
    }
    const found = contracts.data?.futures_contracts_data.find(({ name }) => name === market);
    return found === undefined ? undefined : contractRow(found, isBtc ? 'BTC' : 'USDT');
  }, [type, market, isBtc, spot.data, contracts.data]);
  if (row !== undefined) return { row, error: undefined };
  const isAnswered = (type === 'spot' ? spot.data?.data : contracts.data) !== undefined;
  return { row, error: spot.error ?? contracts.error ?? (isAnswered ? GONE : undefined) };
}
