import { mulDivDown, mulDivUp } from '../../money/amount.ts';

/** Coins that a sale sold and no buy has bought back yet. Units; what they brought in before the sale's fee, and the fee. */
export interface SoldLot {
  readonly quantity: bigint;
  readonly quote: bigint;
  readonly fee: bigint;
}

/**
 * Takes the latest sales, of `most` coins together at most: they are the nearest in price. A part of a sale takes its share of what
 * that brought in, rounded down, and of its fee, rounded up; the rest of it stays.
 */
export function takeSold(soldLots: SoldLot[], most: bigint): SoldLot {
  let left = most;
  let quote = 0n;
  let fee = 0n;
  while (left > 0n) {
    const lot = soldLots.pop();
    if (lot === undefined) break;
    if (lot.quantity <= left) {
      left -= lot.quantity;
      quote += lot.quote;
      fee += lot.fee;
      continue;
    }
    const part = {
      quantity: left,
      quote: mulDivDown(lot.quote, left, lot.quantity),
      fee: mulDivUp(lot.fee, left, lot.quantity),
    };
    soldLots.push({ quantity: lot.quantity - left, quote: lot.quote - part.quote, fee: lot.fee - part.fee });
    left = 0n;
    quote += part.quote;
    fee += part.fee;
  }
  return { quantity: most - left, quote, fee };
}
