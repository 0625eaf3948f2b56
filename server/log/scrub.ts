/**
 * Secrets in text that came from outside: what stands under their names is hidden, in one pass. Where it cannot be told where
 * a value ends, more is hidden and not less.
 */
export const SECRET_WORDS =
  'fund[_-]?pass(?:word|phrase)?|passw(?:or)?d|passphrase|pwd|token|secret|otp|recovery[_-]?codes?|authorization|cookie|door[_-]?key|strategybot(?:-device)?';
/** A name, quoted or not, as it stands before its value. Whatever it begins with (new_password) stays as it is. */
const NAMED = new RegExp(`(?:${SECRET_WORDS})\\\\*["']?\\s*[:=]\\s*`, 'gi');
const BEARER = /\b(bearer\s+)[^\s"',;}]+/gi;
/** `code` is said of many things: only what looks like one of the second factor's is a secret. */
const FACTOR_CODE =
  /(code\\*["']?\s*[:=]\s*\\*["']?)(?:\d{3}[ -]?\d{3}(?!\d)|[a-z2-7]{4}(?:-?[a-z2-7]{4}){3}(?![a-z2-7]))/gi;

/** Where a value may begin or end: a quote with its backslashes (text within text), a bracket. Backslashes are begun with once: a run of them is no text to be looked through from each. */
const MARK = /(?<!\\)\\*["']|[[\]{}]/g;
const OPENING = /(\\*)(["'])/y;
/** A value of JSON that is no text. */
const LITERAL = /(?:null|true|false|-?\d[\d.eE+-]*)(?=\s*[,}\]])/y;
/** Without quotes a value has spaces and signs: it goes on to the end of the line or to the next field of a query. */
const PLAIN_END = /[\r\n]|&(?=[\w.-]{1,40}=)/g;

/** Hides what looks like a secret. */
export function scrub(text: string): string {
  let shown = '';
  let from = 0;
  NAMED.lastIndex = 0;
  while (NAMED.test(text)) {
    const at = NAMED.lastIndex;
    const { end, quote } = valueAt(text, at);
    shown += `${text.slice(from, at)}${quote}[hidden]${quote}`;
    from = end;
    NAMED.lastIndex = end;
  }
  return (shown + text.slice(from)).replace(BEARER, '$1[hidden]').replace(FACTOR_CODE, '$1[hidden]');
}

/** Whether a value is a code of the second factor, as it stands under a name that ends so. */
export function isFactorCode(name: string, value: unknown): boolean {
  if (!/code$/i.test(name) || (typeof value !== 'string' && typeof value !== 'number')) return false;
  const said = `code=${value}`;
  return said.replace(FACTOR_CODE, '') !== said;
}

function valueAt(text: string, at: number): { readonly end: number; readonly quote: string } {
  OPENING.lastIndex = at;
  const opening = OPENING.exec(text);
  if (opening !== null) {
    const [quote, backslashes = '', mark = ''] = opening;
    return { end: quotedEnd(text, OPENING.lastIndex, backslashes.length, mark), quote };
  }
  if (text[at] === '[' || text[at] === '{') return { end: bracketEnd(text, at), quote: '' };
  LITERAL.lastIndex = at;
  if (LITERAL.test(text)) return { end: LITERAL.lastIndex, quote: '' };
  PLAIN_END.lastIndex = at;
  return { end: PLAIN_END.test(text) ? PLAIN_END.lastIndex - 1 : text.length, quote: '' };
}

/** Behind the quote that ends a text which began before `from` with so many backslashes and this mark; the whole rest when there is none. */
function quotedEnd(text: string, from: number, backslashes: number, mark: string): number {
  for (let at = text.indexOf(mark, from); at >= 0; at = text.indexOf(mark, at + 1)) {
    let before = 0;
    while (at - before > from && text[at - before - 1] === '\\') before += 1;
    // A quote of the text itself has a backslash more at every depth, and one of its own backslashes is doubled there.
    const isOwn = before % (2 * (backslashes + 1)) !== backslashes;
    // An apostrophe within a word ends nothing either.
    if (!isOwn && !/[\p{L}\p{N}_]/u.test(text[at + 1] ?? '')) return at + 1;
  }
  return text.length;
}

/** Behind the bracket that closes the one at `at`; the whole rest when there is none. */
function bracketEnd(text: string, at: number): number {
  let depth = 0;
  MARK.lastIndex = at;
  for (let found = MARK.exec(text); found !== null; found = MARK.exec(text)) {
    const mark = found[0].at(-1) ?? '';
    if (mark === '"' || mark === "'") MARK.lastIndex = quotedEnd(text, MARK.lastIndex, found[0].length - 1, mark);
    else depth += mark === '[' || mark === '{' ? 1 : -1;
    if (depth === 0) return MARK.lastIndex;
  }
  return text.length;
}
