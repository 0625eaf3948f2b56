/**
 * Share of trades won in hundredths of a percent, rounded half up: win ÷ (win + loss) (H37). Null when there were none.
 * Shown with two decimals (E-368); the loss rate is the same with the arguments exchanged.
 */
export function winRate(won: number, lost: number): number | null {
  const total = won + lost;
  return total === 0 ? null : Math.floor((won * 20_000 + total) / (2 * total));
}
