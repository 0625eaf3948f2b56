import { mulDivUp, UNITS_PER_COIN } from '../money/amount.ts';
import { feeOn } from '../money/market-spec.ts';
import { type ContractSpec, contractValueUp } from './contract-value.ts';

/** What bounds an entry of an indicator bot on a contract. Settle units. */
export interface ContractEntry {
  readonly spec: ContractSpec;
  readonly leverage: number;
  /** Largest value of the order: its ratio of the capital × leverage. */
  readonly value: bigint;
  /** Money that no position binds: carries the margin, the fee, and the fee of closing at the same price. */
  readonly available: bigint;
  /** Contracts that the market still takes on top of what is held. */
  readonly room: bigint;
}

/** The most whole contracts for an entry that fills at `ticks`; 0n when not even one. */
export function entryContracts(entry: ContractEntry, ticks: number): bigint {
  const { spec, leverage, value, available, room } = entry;
  if (value <= 0n || available <= 0n || room <= 0n) return 0n;
  const carried = (available * BigInt(leverage) * UNITS_PER_COIN) / (UNITS_PER_COIN + feesPerMargin(entry));
  let contracts = contractsWorth(spec, value < carried ? value : carried, ticks);
  if (contracts > room) contracts = room;
  while (contracts > 0n && entryNeed(entry, contracts, ticks) > available) contracts -= 1n;
  return contracts;
}

/** Both fees of an order as part of its margin, 1e-8. */
function feesPerMargin({ spec, leverage }: ContractEntry): bigint {
  return 2n * spec.contract.takerE8 * BigInt(leverage);
}

/** Margin of the order, its fee, and the fee of closing it at the same price. Rounded up. */
function entryNeed({ spec, leverage }: ContractEntry, contracts: bigint, ticks: number): bigint {
  const value = contractValueUp(spec, contracts, ticks);
  return mulDivUp(value, 1n, BigInt(leverage)) + 2n * feeOn(value, spec.contract.takerE8);
}

/** The most contracts whose exact value is at most `value`. */
function contractsWorth({ contract, tickUnits }: ContractSpec, value: bigint, ticks: number): bigint {
  const price = BigInt(ticks) * tickUnits;
  return contract.isInverse
    ? (value * price) / (contract.quantoUnits * UNITS_PER_COIN)
    : (value * UNITS_PER_COIN) / (contract.quantoUnits * price);
}
