import { type CoinPosition, coinEquityAt, coinsOf, newCoinPosition } from '#lib/engine/coin-position.ts';
import type { EngineSink, EquityStatement, Holdings, MarketView } from '#lib/engine/machine.ts';
import type { FeeRateE8, MarketSpec } from '#lib/money/market-spec.ts';

interface CoinAccountParams {
  readonly spec: MarketSpec;
  readonly feeRate: FeeRateE8;
  readonly investment: bigint;
}

/** What every bot with one position of coins in one spot market has. Quantities are units. */
export abstract class CoinAccount<P extends CoinAccountParams> {
  protected readonly params: P;
  protected readonly view: MarketView;
  protected readonly sink: EngineSink;
  /** False when nobody listens: then no event objects are made. */
  protected readonly isHeard: boolean;
  protected readonly position: CoinPosition;

  constructor(params: P, view: MarketView, sink: EngineSink) {
    this.params = params;
    this.view = view;
    this.sink = sink;
    this.isHeard = sink.isQuiet !== true;
    this.position = newCoinPosition(params.spec, params.feeRate, params.investment);
  }

  held(): bigint {
    return this.position.base;
  }

  recorded(quantity: bigint): bigint {
    return quantity;
  }

  marketTicks(side: 'buy' | 'sell', quantity: bigint, ticks: number, timeMs: number): number {
    return this.view.marketFillTicks(0, side, quantity, ticks, timeMs);
  }

  holdings(): Holdings {
    const { base, quote } = this.params.spec;
    return { [quote]: this.position.quote, [base]: coinsOf(this.position) };
  }

  equity(prices: readonly number[]): EquityStatement {
    return coinEquityAt(this.position, prices[0] as number);
  }
}
