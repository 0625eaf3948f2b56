import { readDecimal } from '../../../money/decimal-text.ts';
import { parseTextRows } from '../../../strategies/rules/text-rows.ts';

/**
 * The free-parameter table as the form holds it: JSON text of its rows, step in percent (or a price distance) and share.
 * Row 0 is the first order: it is locked, its step means nothing (C-304).
 */
export interface FreeRow {
  readonly price_steps: string;
  readonly increasing_share: string;
}

/** 1–30 add rows beside the locked first one (X16). */
export const MOST_ADD_ROWS = 30;
/** C-308: beyond this total a warning. */
export const TOTAL_SHARE_LIMIT = 10_000;

export function formatRows(rows: readonly FreeRow[]): string {
  return JSON.stringify(rows);
}

/** The rows of the form; null when the text is not a table. Nothing but two texts a row is read. */
export function parseRows(text: string): readonly FreeRow[] | null {
  return parseTextRows(text, ['price_steps', 'increasing_share']);
}

/**
 * A new table for the present settings (C-190): the first order and as many add rows as were asked for, equal shares. Without a step it is one
 * percent; which distance in money that would be nobody knows here, so that one is left to be typed: 1 is more than some coins cost.
 */
export function defaultRows(addOrders: string, step: string, isDistance: boolean): readonly FreeRow[] {
  const wanted = /^\d{1,2}$/.test(addOrders) ? Number(addOrders) : 1;
  const count = Math.min(MOST_ADD_ROWS, Math.max(1, wanted));
  const row = { price_steps: readDecimal(step) ?? (isDistance ? '' : '1'), increasing_share: '1' };
  return [{ price_steps: '0', increasing_share: '1' }, ...Array.from({ length: count }, () => row)];
}
