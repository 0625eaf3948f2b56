import {
  type ContractPosition,
  type ContractPositionSnapshot,
  entryValueOf,
  newContractPosition,
  readPositionSnapshot,
} from '#lib/engine/body/contract-position.ts';
import { type ContractDesk, marketTicks } from '#lib/engine/body/contract-trade.ts';
import type { EngineSink, Holdings, MarketView } from '#lib/engine/machine.ts';
import { type ContractSpec, orderUnitsOf } from '#lib/formulas/contract-value.ts';
import { mulDivUp } from '#lib/money/amount.ts';

interface ContractAccountParams {
  readonly spec: ContractSpec;
  readonly investment: bigint;
  readonly leverage: number;
}

/**
 * What every bot with one position in one contract has; its whole balance is margin for it. Amounts are settle units;
 * quantities are contracts, recorded as contracts × the quantity of one.
 */
export abstract class ContractAccountBase<P extends ContractAccountParams> implements ContractDesk {
  readonly position: ContractPosition;
  readonly view: MarketView;
  readonly sink: EngineSink;
  readonly isHeard: boolean;
  protected readonly params: P;

  constructor(params: P, view: MarketView, sink: EngineSink, stored?: Readonly<Record<string, string>>) {
    this.params = params;
    this.view = view;
    this.sink = sink;
    this.isHeard = sink.isQuiet !== true;
    this.position =
      stored === undefined
        ? newContractPosition(params.spec, params.investment)
        : readPositionSnapshot(params.spec, stored as unknown as ContractPositionSnapshot);
  }

  protected get contracts(): bigint {
    const { size } = this.position;
    return size < 0n ? -size : size;
  }

  /** The margin that the position binds. */
  invested(): bigint {
    return mulDivUp(entryValueOf(this.position), 1n, BigInt(this.params.leverage));
  }

  held(): bigint {
    return this.recorded(this.contracts);
  }

  recorded(quantity: bigint): bigint {
    return orderUnitsOf(this.params.spec, quantity);
  }

  /** Always the whole position: contracts cannot be kept. */
  exitQuantity(_kind: string, _ticks: number): bigint {
    return this.contracts;
  }

  marketTicks(side: 'buy' | 'sell', quantity: bigint, ticks: number, timeMs: number): number {
    return marketTicks(this, side, quantity, ticks, timeMs);
  }

  holdings(): Holdings {
    return { [this.params.spec.contract.settle]: this.position.cash };
  }
}
