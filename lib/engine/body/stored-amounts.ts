import { type CoinScale, type Coins, setCoins } from './coin-scale.ts';
import { COIN, setTotal, type Total } from './exact.ts';

/**
 * Amounts as bots store them, decimal digits, into words. A start reads a dozen of each bot: what a number holds is read as one, and
 * only the rest, and what are no digits at all, is bigint's to read or to refuse.
 */

/** Digits that a number holds, with room to spare. */
const MOST_DIGITS = 15;
/** Digits of the parts of a unit. */
const PART_DIGITS = 8;
const ZERO = '0'.charCodeAt(0);
const LOW_WORD = 2 ** 53;

/** The whole number between two places of a text; NaN where they are not digits, or too many. */
function wholeIn(text: string, from: number, until: number): number {
  // Of what is no text there is no length.
  if (!(until - from <= MOST_DIGITS)) return Number.NaN;
  let whole = 0;
  for (let i = from; i < until; i += 1) {
    const digit = text.charCodeAt(i) - ZERO;
    if (digit < 0 || digit > 9) return Number.NaN;
    whole = 10 * whole + digit;
  }
  return whole;
}

/** Makes a total the exact value (1e-16) of a text. Throws SyntaxError where it is no whole number. */
export function readTotal(total: Total, text: string): void {
  const isNegative = text.startsWith('-');
  const from = isNegative ? 1 : 0;
  const cut = Math.max(from, text.length - PART_DIGITS);
  const units = wholeIn(text, from, cut);
  const parts = wholeIn(text, cut, text.length);
  if (Number.isNaN(units + parts) || from === text.length) setTotal(total, BigInt(text));
  else if (isNegative && units + parts > 0) setBelow(total, units, parts);
  else setAbove(total, units, parts);
}

/** The same of a text in whole units. */
export function readUnits(total: Total, text: string): void {
  const units = wholeIn(text, 0, text.length);
  if (Number.isNaN(units) || text === '') setTotal(total, BigInt(text) * BigInt(COIN));
  else setAbove(total, units, 0);
}

function setAbove(total: Total, units: number, parts: number): void {
  total.high = 0;
  total.low = units;
  total.parts = parts;
}

/** −(units and parts): a total's low word and parts count up from below. */
function setBelow(total: Total, units: number, parts: number): void {
  total.high = -1;
  total.low = LOW_WORD - units - (parts > 0 ? 1 : 0);
  total.parts = parts > 0 ? COIN - parts : 0;
}

/** Makes coins so many as a text says, in units. As readTotal. */
export function readCoins(coins: Coins, text: string, scale: CoinScale): void {
  const units = wholeIn(text, 0, text.length);
  if (Number.isNaN(units) || text === '') {
    setCoins(coins, BigInt(text), scale);
    return;
  }
  coins.parts = units % scale.lotUnits;
  coins.lots = (units - coins.parts) / scale.lotUnits;
}

/** Whole lots of a text in units. As readTotal. */
export function readLots(text: string, { lotUnits }: CoinScale): number {
  const units = wholeIn(text, 0, text.length);
  if (Number.isNaN(units) || text === '') return Number(BigInt(text) / BigInt(lotUnits));
  return (units - (units % lotUnits)) / lotUnits;
}
