/** What the start page asks, and how its answers stand in the page's address, so that they can be shared and come back to. */

export const VIEWS = ['rising', 'sideways', 'falling', 'unknown'] as const;
export type MarketView = (typeof VIEWS)[number];

/** Parts of the amount (fractions) that somebody can say he would bear to lose. */
export const BEARABLE = ['0.1', '0.2', '0.35', '0.5'] as const;
export type Bearable = (typeof BEARABLE)[number];

export interface StartAnswers {
  readonly market: string;
  readonly view: MarketView;
  /** In the market's quote, as it was typed. */
  readonly amount: string;
  readonly bearable: Bearable;
}

/** Answers of an address, under the names of the form's controls; those that it does not give, or that are none, stay as they are. */
export function answersOf(search: string, before: StartAnswers, markets: readonly string[]): StartAnswers {
  const query = new URLSearchParams(search);
  const amount = query.get('amount') ?? '';
  return {
    market: markets.find((one) => one === query.get('market')) ?? before.market,
    view: VIEWS.find((view) => view === query.get('view')) ?? before.view,
    amount: /^\d{1,12}(\.\d{1,8})?$/.test(amount) ? amount : before.amount,
    bearable: BEARABLE.find((part) => part === query.get('loss')) ?? before.bearable,
  };
}

export function queryOfAnswers({ market, view, amount, bearable }: StartAnswers): string {
  return `?${new URLSearchParams({ market, view, amount, loss: bearable }).toString()}`;
}
