import { compareDecimals, isUnset, readDecimal } from '../../money/decimal-text.ts';

/** What a bot without a setting does anyway: saying it asks for nothing. */
const NEUTRAL: Readonly<Record<string, string>> = {
  leverage: '1',
  side: 'buy',
  price_step_type: 'rate',
  pft_increase_ptn: 'N',
};

/** A place of a payload, innermost last. */
type Path = readonly string[];

/**
 * The first field of a payload that says something which its bot would not do: it is set, and the payload that the bot's own
 * settings make (`own`) has not the same there. Null when everything that is said counts. Nothing set – '', a zero, an empty
 * list – asks for nothing; decimals are compared as numbers. `except`: fields that are read another way.
 */
export function unusedField(given: object, own: object, except: readonly string[]): string | null {
  const path = difference(given, own, [], new Set(except));
  return path === null ? null : path.join('.');
}

function difference(given: unknown, own: unknown, at: Path, except: ReadonlySet<string>): Path | null {
  const name = at.at(-1) ?? '';
  if (except.has(name) || asksForNothing(given, name)) return null;
  if (typeof given !== 'object' || given === null) return isSame(given, own) ? null : at;
  if (Array.isArray(given) && (!Array.isArray(own) || own.length !== given.length)) return at;
  const others = new Map<string, unknown>(typeof own === 'object' && own !== null ? Object.entries(own) : []);
  for (const [key, value] of Object.entries(given)) {
    const found = difference(value, others.get(key), [...at, key], except);
    if (found !== null) return found;
  }
  return null;
}

function asksForNothing(value: unknown, name: string): boolean {
  if (value === undefined || value === null || value === 0) return true;
  if (typeof value === 'string') return isUnset(value) || NEUTRAL[name] === value;
  return Array.isArray(value) && value.length === 0;
}

function isSame(given: unknown, own: unknown): boolean {
  if (given === own) return true;
  if (typeof given !== 'string' || typeof own !== 'string') return false;
  const [a, b] = [readDecimal(given), readDecimal(own)];
  return a !== null && b !== null && compareDecimals(a, b) === 0;
}
