import type { ListKind, SortOrder } from '#components/addresses/paths.ts';
import { factsOf } from '#lib/kinds/facts.ts';

/** Sort keys of the recommended list (C-050, H47); smart position has no Sharpe ratio (C-051). */
export function sortOrdersOf(kind: ListKind): readonly SortOrder[] {
  return factsOf(kind).hasSharpe ? ['default', 'sharpe', 'yield', 'apr'] : ['default', 'yield', 'apr'];
}
