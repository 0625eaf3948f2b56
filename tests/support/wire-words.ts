import { GRID_WIRES, RUN_WIRES } from '#lib/contract/kinds.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';

/** The words that the create call of a kind has: of a grid in the body, of others in the body and in its params. */
export function wireWordsOf(kind: RunnableKind): {
  readonly body: readonly string[];
  readonly params: readonly string[];
} {
  const grid = GRID_WIRES.find(({ create }) => create.shape.strategy_type.safeParse(kind).success);
  const run = RUN_WIRES.find(({ create }) => create.shape.strategy_type.safeParse(kind).success);
  return {
    body: Object.keys(grid?.create.shape ?? run?.create.shape ?? {}),
    params: Object.keys(run?.create.shape.params.shape ?? {}),
  };
}
