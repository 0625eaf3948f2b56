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

/** Coins beside those that are traded. */
export interface OtherCoins {
  /** Were there before the first trade, so they are sold first. What they had cost nobody knows. */
  readonly brought?: bigint;
  /** Were lent: so many may be sold that were never bought, and are bought back. */
  readonly lent?: bigint;
}

/** Coins that came in or went out together and are not settled yet, and what is left of their money – a cost, or what a short sale brought –, where that is known. */
interface Lot {
  quantity: bigint;
  money: bigint;
  readonly isKnown: boolean;
}

/** How many coins of a trade are settled by older ones, and the money of those. */
interface Settled {
  readonly coins: bigint;
  readonly money: bigint;
  readonly isKnown: boolean;
}

/**
 * What each trade has gained, first in first out, in the order of the trades (the oldest first). A sale of coins that are there gains what it brings
 * less their cost; a sale of coins that were lent gains nothing yet: what is bought next covers it, the oldest first, and gains what the sale had
 * brought less its own cost. Null of trades that settle nothing, and where of a part nobody knows the cost: coins that were brought, or came from nowhere.
 * Fees belong to the trade: a purchase costs what was paid with them, a sale brings what is left of it. Parts of money are rounded down and the rest
 * stays with what is left, so that gains are, at any moment and exactly, the money that came back less the money that was paid, with the cost of
 * what is held put back and what open short sales have brought taken off.
 */
export function fifoGains(
  trades: readonly CoinTrade[],
  { brought = 0n, lent = 0n }: OtherCoins = {},
): readonly (bigint | null)[] {
  const held: Lot[] = brought > 0n ? [{ quantity: brought, money: 0n, isKnown: false }] : [];
  const sold: Lot[] = [];
  return trades.map(({ side, quantity, amount, feeInCoins, feeInMoney }) => {
    const isPurchase = side === 'buy';
    const coins = isPurchase ? quantity - feeInCoins : quantity + feeInCoins;
    const money = isPurchase ? amount + feeInMoney : amount - feeInMoney;
    const settled = takeOut(isPurchase ? sold : held, coins);
    const left = coins - settled.coins;
    const part = left === 0n ? money : (money * settled.coins) / coins;
    const kept = isPurchase ? left : smaller(left, lent - coinsOf(sold));
    const keptMoney = kept === left ? money - part : (money * kept) / coins;
    if (kept > 0n) (isPurchase ? held : sold).push({ quantity: kept, money: keptMoney, isKnown: true });
    const isFromNowhere = kept < left;
    if (settled.coins === 0n || !settled.isKnown || isFromNowhere) return null;
    return isPurchase ? settled.money - part : part - settled.money;
  });
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function coinsOf(lots: readonly Lot[]): bigint {
  return lots.reduce((sum, { quantity }) => sum + quantity, 0n);
}

/** Takes coins out of the oldest lots, as many as there are of those that are wanted. */
function takeOut(lots: Lot[], wanted: bigint): Settled {
  let [left, money, isKnown] = [wanted, 0n, true];
  while (left > 0n) {
    const [lot] = lots;
    if (lot === undefined) break;
    isKnown &&= lot.isKnown;
    if (lot.quantity <= left) {
      left -= lot.quantity;
      money += lot.money;
      lots.shift();
      continue;
    }
    const part = (lot.money * left) / lot.quantity;
    lot.quantity -= left;
    lot.money -= part;
    money += part;
    left = 0n;
  }
  return { coins: wanted - left, money, isKnown };
}
