/**
 * Double entry. A transfer moves `amount` units of one asset from one account to another, so every asset sums to zero
 * over all accounts by construction. No account goes below zero; the one exception by class is `issue:*`, the
 * exchange's own liability account from which paper money and market counterparties are funded.
 *
 * Account names: `user:{id}:spot`, `user:{id}:hold` (reserved), `bot:{id}`, `market:{BASE_QUOTE}` (counterparty),
 * `fees`, `issue`. An account holds several assets.
 */
export interface Posting {
  readonly from: string;
  readonly to: string;
  readonly asset: string;
  /** > 0, units. */
  readonly amount: bigint;
}

export type LedgerRefusal = { readonly refused: 'insufficient'; readonly account: string; readonly asset: string };

export interface Ledger {
  balance(account: string, asset: string): bigint;
  assets(account: string): ReadonlyMap<string, bigint>;
  /**
   * Applies all postings or none. `reason` and `reference` go to the journal (`account_book`). Refuses instead of
   * overdrawing; throws only for malformed postings (a bug).
   */
  post(postings: readonly Posting[], reason: string, reference: string, timeMs: number): LedgerRefusal | null;
  /** Sum over all accounts of one asset; 0n always. */
  total(asset: string): bigint;
  everyAsset(): Iterable<string>;
}
