/** A coin of a portfolio, or its money. Values and shares are for display. */
export interface CoinHolding {
  readonly asset: string;
  /** '' = not told to this viewer. */
  readonly quantity: string;
  readonly value: number | null;
  readonly share: number | null;
  /** Fraction, '' for the money; '-' where masked. */
  readonly target: string;
}

interface Balance {
  readonly currency: string;
  readonly available: string;
  readonly locked: string;
}

/** The coins in the portfolio's order, then the money that is in none of them. Shares are of all that has a known price. */
export function holdingsOf(
  coins: readonly { readonly asset: string; readonly rate: string }[],
  balances: readonly Balance[],
  quote: string,
  lastOf: (market: string) => string,
): readonly CoinHolding[] {
  const rows = [...coins, { asset: quote, rate: '' }].map(({ asset, rate }) => {
    const balance = balances.find(({ currency }) => currency === asset);
    const held = balance === undefined ? null : Number(balance.available) + Number(balance.locked);
    const price = asset === quote ? 1 : Number(lastOf(`${asset}_${quote}`) || Number.NaN);
    const value = held === null || Number.isNaN(price) ? null : held * price;
    return { asset, rate, quantity: held === null ? '' : held.toFixed(8), value };
  });
  const total = rows.reduce((sum, { value }) => sum + (value ?? 0), 0);
  return rows
    .filter(({ rate, value }) => rate !== '' || (value ?? 0) > 0)
    .map(({ asset, rate, quantity, value }) => ({
      asset,
      quantity,
      value,
      share: value === null || total === 0 ? null : value / total,
      target: rate,
    }));
}
