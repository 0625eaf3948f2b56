/**
 * Single-indicator bots stand in the list of their own kind and in that of the editor's, and are named once. A further page that has no others names
 * them again: the index of the sitemap, which reads first pages only, has said that there is such a part.
 */
export function ownOrAll<T extends { readonly strategy_type: string }>(
  kind: string,
  page: number,
  listed: readonly T[],
): readonly T[] {
  const own = listed.filter((bot) => bot.strategy_type === kind);
  return own.length > 0 || page === 1 ? own : listed;
}
