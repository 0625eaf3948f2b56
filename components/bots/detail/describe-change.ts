/** How the parts of a record are said in the viewer's language; names and values come from the exchange as codes. */
export interface ChangeWords {
  /** Of a parameter or a coin. */
  readonly name: (name: string) => string;
  readonly value: (name: string, value: string) => string;
  /** A name with its value. */
  readonly pair: (name: string, value: string) => string;
  /** Several of these in a row. */
  readonly list: (parts: readonly string[]) => string;
  readonly explain: (code: string) => string;
}

/** One side of a change: plain values as they are, objects as "name: value, name: value". */
function describe(value: unknown, words: ChangeWords, name = ''): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return words.value(name, String(value));
  return words.list(
    Object.entries(value).map(([inner, one]) => words.pair(words.name(inner), describe(one, words, inner))),
  );
}

function parse(json: string): unknown {
  try {
    return json === '' ? null : JSON.parse(json);
  } catch {
    // The documents promise JSON; what is not JSON is shown as it came.
    return json;
  }
}

/** "from → to" of an operation record (M-111: JSON strings), then its explanation unless the change has said it. */
export function describeChange(
  record: { readonly from: string; readonly to: string; readonly explain: string },
  words: ChangeWords,
  arrow: '→' | '←' = '→',
): string {
  const change = [parse(record.from), parse(record.to)].map((side) => describe(side, words)).filter(Boolean);
  const explained = record.explain === '' ? '' : words.explain(record.explain);
  const hasSaidIt = explained === '' || change.some((text) => text.includes(explained));
  return [change.join(` ${arrow} `), hasSaidIt ? '' : explained].filter(Boolean).join(' · ');
}
