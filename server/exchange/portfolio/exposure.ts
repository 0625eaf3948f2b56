import type { Holdings, LoanStatement, PositionStatement } from '#lib/engine/machine.ts';
import { type ContractSpec, contractValueDown, orderUnitsOf } from '#lib/formulas/contract-value.ts';

/** What bots hold, are long and short of by contracts, and owe of one coin, units; all at least 0n. */
export interface CoinExposure {
  held: bigint;
  long: bigint;
  short: bigint;
  owed: bigint;
}

export function netOf({ held, long, short, owed }: CoinExposure): bigint {
  return held + long - short - owed;
}

/** Coins that some contracts stand for at a price: of linear ones exact, of inverse ones (dollars ÷ price) rounded down. */
export function coinsOf(contract: ContractSpec, contracts: bigint, ticks: number): bigint {
  const { isInverse } = contract.contract;
  return isInverse ? contractValueDown(contract, contracts, ticks) : orderUnitsOf(contract, contracts);
}

/** One bot's side of it. */
export interface Stakes {
  readonly holdings: Holdings;
  readonly loan: LoanStatement | null;
  /** With the contract that it is on, and that contract's last price. */
  readonly open: {
    readonly position: PositionStatement;
    readonly contract: ContractSpec;
    readonly ticks: number;
  } | null;
}

/** By coin, over as many bots as are added. */
export class Exposure {
  private readonly coins = new Map<string, CoinExposure>();

  add({ holdings, loan, open }: Stakes): void {
    for (const [asset, amount] of Object.entries(holdings)) this.of(asset).held += amount;
    for (const { asset, owed } of loan?.debts ?? []) this.of(asset).owed += owed;
    if (open === null) return;
    const { position, contract, ticks } = open;
    const coin = this.of(contract.base);
    if (position.size > 0n) coin.long += coinsOf(contract, position.size, ticks);
    else coin.short += coinsOf(contract, -position.size, ticks);
  }

  entries(): readonly (readonly [asset: string, coin: CoinExposure])[] {
    return [...this.coins].filter(([, { held, long, short, owed }]) => held + long + short + owed > 0n);
  }

  private of(asset: string): CoinExposure {
    const known = this.coins.get(asset) ?? { held: 0n, long: 0n, short: 0n, owed: 0n };
    this.coins.set(asset, known);
    return known;
  }
}
