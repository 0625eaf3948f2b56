/** A trade of coins for money as tax offices ask for it. All amounts in units of 1e-8, above or equal to 0. */
export interface CoinTrade {
  readonly side: 'buy' | 'sell';
  /** Coins that changed hands, before a fee in coins. */
  readonly quantity: bigint;
  /** Money that changed hands, before a fee in money. */
  readonly amount: bigint;
  readonly feeInCoins: bigint;
  readonly feeInMoney: bigint;
}

/** Coins that came in together and are not sold yet, and what is left of their cost, where that is known. */
interface Lot {
  quantity: bigint;
  cost: bigint;
  readonly isKnown: boolean;
}

/**
 * What each trade has gained, first in first out, in the order of the trades (the oldest first); null of purchases, and of sales of
 * which a part was never bought here: coins that were brought – `brought`, before the first trade, so they are sold first – have no known cost. Fees belong to the trade: a purchase costs
 * what was paid with them, a sale brings what is left of it. The cost of a part of a lot is rounded down and the rest of it stays with the lot, so
 * that gains add up to the money that came back less the money that was paid, exactly, once everything is sold.
 */
export function fifoGains(trades: readonly CoinTrade[], brought = 0n): readonly (bigint | null)[] {
  const lots: Lot[] = brought > 0n ? [{ quantity: brought, cost: 0n, isKnown: false }] : [];
  return trades.map(({ side, quantity, amount, feeInCoins, feeInMoney }) => {
    if (side === 'buy') {
      const bought = quantity - feeInCoins;
      if (bought > 0n) lots.push({ quantity: bought, cost: amount + feeInMoney, isKnown: true });
      return null;
    }
    const cost = takeOut(lots, quantity + feeInCoins);
    return cost === null ? null : amount - feeInMoney - cost;
  });
}

/** Takes coins out of the oldest lots; what they had cost, null where there are not so many or nobody knows it of all of them. */
function takeOut(lots: Lot[], wanted: bigint): bigint | null {
  let [left, cost, isKnown] = [wanted, 0n, true];
  while (left > 0n) {
    const [lot] = lots;
    if (lot === undefined) return null;
    isKnown &&= lot.isKnown;
    if (lot.quantity <= left) {
      left -= lot.quantity;
      cost += lot.cost;
      lots.shift();
      continue;
    }
    const part = (lot.cost * left) / lot.quantity;
    lot.quantity -= left;
    lot.cost -= part;
    cost += part;
    left = 0n;
  }
  return isKnown ? cost : null;
}
