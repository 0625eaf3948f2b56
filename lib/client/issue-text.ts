const UNNAMED = 'unnamed';

/** The texts of a page by keys that are put together while it runs: all namespaces that it has, or one. */
export interface Texts {
  (key: string, values?: Readonly<Record<string, string | number>>): string;
  has(key: string): boolean;
}

/**
 * The sentence of an issue (`issues.<code>`), with the names of fields, parameters and sides in the page's language: they
 * stand once for each language, not in every sentence. A name that we do not know stands as it came.
 */
export function issueText(t: Texts, code: string, values: Readonly<Record<string, string>> = {}): string {
  const { label = '', side = '', row = '' } = values;
  const name = (part: string, key: string, unknown: string): string =>
    t.has(`issues.names.${part}.${key}`) ? t(`issues.names.${part}.${key}`, { row }) : unknown;
  const isPlain = /^\w+$/.test(label);
  const known = (part: string, unknown: string): string => (isPlain ? name(part, label, unknown) : unknown);
  // An exchange that is not ours may refuse without saying what: the sentence has no hole for that.
  const field =
    label === '' && t.has(`issues.names.${UNNAMED}`)
      ? t(`issues.names.${UNNAMED}`)
      : known(code.startsWith('condition.') ? 'parameter' : 'field', label);
  return t(`issues.${code}`, {
    ...values,
    label: field,
    within: known('within', field),
    side: side === '' ? '' : name('side', side, ''),
    place: side === '' ? '' : name('place', side, ''),
  });
}
