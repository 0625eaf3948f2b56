import { type CoinScale, type Coins, shareDown, shareUp, subtractCoins } from './coin-scale.ts';

/** Coins that a sale sold and no buy has bought back yet; units that they brought in before the sale's fee, and the fee. */
export interface SoldLot extends Coins {
  quote: number;
  fee: number;
}

/**
 * Takes the latest sale, or as much of it as there are coins in `left`, into `taken`, and takes it from `left`: the latest
 * sales are the nearest in price. A part takes its share of what the sale brought in, rounded down, and of its fee, rounded up.
 * False when no sale is open, or no coins are left.
 */
export function takeSold(soldLots: SoldLot[], left: Coins, scale: CoinScale, taken: SoldLot): boolean {
  const latest = soldLots.at(-1);
  if (latest === undefined || (left.lots === 0 && left.parts === 0)) return false;
  const { lots, parts } = latest;
  if (lots < left.lots || (lots === left.lots && parts <= left.parts)) {
    soldLots.pop();
    Object.assign(taken, latest);
    subtractCoins(left, latest, scale);
    return true;
  }
  taken.lots = left.lots;
  taken.parts = left.parts;
  taken.quote = shareDown(latest.quote, left, latest, scale);
  taken.fee = shareUp(latest.fee, left, latest, scale);
  subtractCoins(latest, left, scale);
  latest.quote -= taken.quote;
  latest.fee -= taken.fee;
  left.lots = 0;
  left.parts = 0;
  return true;
}
