/**
 * Tables as forms hold them, where every value is text: JSON text of rows. Null when it is not a table of such rows;
 * no text at all is a table without rows. Nothing but the named texts of a row is read.
 */
export function parseTextRows<const K extends string>(
  text: string,
  keys: readonly K[],
): readonly Readonly<Record<K, string>>[] | null {
  if (text === '') return [];
  const value = parseJson(text);
  if (!Array.isArray(value)) return null;
  const rows = value.map((row: unknown) => readRow(row, keys));
  return rows.every((row) => row !== null) ? rows : null;
}

function readRow<K extends string>(row: unknown, keys: readonly K[]): Record<K, string> | null {
  if (typeof row !== 'object' || row === null) return null;
  const texts = row as Partial<Record<K, unknown>>;
  if (!keys.every((key) => typeof texts[key] === 'string')) return null;
  return Object.fromEntries(keys.map((key) => [key, texts[key]])) as Record<K, string>;
}

/** What a text says as JSON; undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
