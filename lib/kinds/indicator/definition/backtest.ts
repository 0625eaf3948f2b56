import { parseAmount } from '../../../money/amount.ts';
import { isUnset } from '../../../money/decimal-text.ts';
import type { FeeRateE8, MarketSpec } from '../../../money/market-spec.ts';
import { fraction } from '../../../strategies/rules/wire.ts';
import type { IndicatorPayload } from './payload.ts';

/** What an indicator bot's backtest is asked for: the creation, and the fee to reckon with, which a bot pays as it is (C-169). */
export function backtestPayload(payload: IndicatorPayload, feePercent: string): IndicatorPayload {
  return { ...payload, params: { ...payload.params, fee: fraction(feePercent) } };
}

/**
 * What a backtest reckons with where its payload says nothing (C-318, E-194): stop_rate '1', fee '0', slip '0',
 * absolute_profit_rate '0'; a position_stop_profit of '0' becomes '0.01'. The record keeps what was asked for, so that a bot made
 * from it is the bot of the form.
 */
export function withBacktestDefaults(payload: IndicatorPayload): IndicatorPayload {
  const { params } = payload;
  const { position_stop_profit: profit } = params;
  const isZero = profit !== undefined && profit !== '' && isUnset(profit);
  return {
    ...payload,
    params: {
      ...params,
      stop_rate: params.stop_rate || '1',
      fee: params.fee || '0',
      slip: params.slip || '0',
      absolute_profit_rate: params.absolute_profit_rate || '0',
      ...(isZero ? { position_stop_profit: '0.01' } : {}),
    },
  };
}

/** The market as such a backtest sees it: every fill costs the fee that was asked for, 1e-8. */
export function withBacktestFee(
  { params }: IndicatorPayload,
  spec: MarketSpec,
): { readonly spec: MarketSpec; readonly feeRate: FeeRateE8 } {
  const feeRate = parseAmount(params.fee || '0') ?? 0n;
  const { contract } = spec;
  return {
    feeRate,
    spec: contract === undefined ? spec : { ...spec, contract: { ...contract, takerE8: feeRate, makerE8: feeRate } },
  };
}
