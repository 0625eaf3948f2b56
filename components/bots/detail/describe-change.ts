/** One value of an operation record: plain values as they are, objects as "name value, name value". */
function describe(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .map(([name, inner]) => `${name.replaceAll('_', ' ')} ${describe(inner)}`)
    .join(', ');
}

function parse(json: string): unknown {
  try {
    return json === '' ? null : JSON.parse(json);
  } catch {
    // The documents promise JSON; what is not JSON is shown as it came.
    return json;
  }
}

/** "from → to" of an operation record (M-111: JSON strings), then its explanation. */
export function describeChange(record: {
  readonly from: string;
  readonly to: string;
  readonly explain: string;
}): string {
  const change = [describe(parse(record.from)), describe(parse(record.to))].filter((text) => text !== '').join(' → ');
  return [change, record.explain].filter((text) => text !== '').join(' · ');
}
