import { factsOf } from '#lib/kinds/facts.ts';

/**
 * By every word that the exchange may have for a stop of a kind, the field of its form: the call's word, which is one for all kinds, a param's, and the
 * field's own.
 */
export function stopFieldsByWord(kind: string): ReadonlyMap<string, string> {
  const { stops } = factsOf(kind);
  const wordsOf = (field: string | null | undefined, word: string) =>
    field === null || field === undefined ? [] : [word, `params.${field}`, field].map((one) => [one, field] as const);
  return new Map([...wordsOf(stops?.loss, 'stop_loss'), ...wordsOf(stops?.profit, 'stop_profit')]);
}

/** Of a word of the exchange, or of the field itself, which field of the form it is. */
export function fieldOfWord(kind: string, word: string): string {
  return stopFieldsByWord(kind).get(word) ?? word;
}
