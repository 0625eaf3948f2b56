/** What of a question for the picker's cards makes another answer: a name of the reply, for those who keep replies. */
export function pickerQuestion(query: {
  readonly market_kind?: string | undefined;
  readonly symbol?: string | undefined;
}) {
  return `${query.market_kind ?? 'spot'} ${query.symbol ?? ''}`;
}
