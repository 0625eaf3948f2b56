import { CODE } from '#lib/contract/vocabulary.ts';

/** How an exchange says that it does not know what was asked for, or has no such call. */
export const NOT_KNOWN_THERE: ReadonlySet<number> = new Set([CODE.badRequest, CODE.unknown, CODE.field]);

/** Bots of a market's list. An exchange that does not announce that it narrows lists (H61) may answer with bots of every market. */
export function tradingThere<T extends { readonly market: string }>(
  list: readonly T[],
  market: string,
  announced: readonly string[] | null,
): readonly T[] {
  return announced?.includes('list_filters') === true ? list : list.filter((bot) => bot.market === market);
}

/** Whether an exchange has said what it can: without the call there are the documented filters, surely. Null: it did not answer. */
export function hasSaid(said: { readonly code: number; readonly data?: unknown } | null): boolean {
  return said !== null && (said.data !== undefined || NOT_KNOWN_THERE.has(said.code));
}
