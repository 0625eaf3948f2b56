import { type WorkedExample, workedExample } from '#lib/backtest/worked-example.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';

/** One a kind, of this program's: the example's market is the same for everybody and for ever. */
const examples = new Map<RunnableKind, WorkedExample>();

/** The example of a help page as everybody gets it, reckoned once. */
export function firstExample(kind: RunnableKind): WorkedExample {
  const known = examples.get(kind);
  if (known !== undefined) return known;
  const example = workedExample(kind, {});
  examples.set(kind, example);
  return example;
}
