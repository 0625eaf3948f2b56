import { type EarnExample, earnExample } from '#lib/backtest/earn-example.ts';
import { type WorkedExample, workedExample } from '#lib/backtest/worked-example.ts';
import type { EarnType } from '#lib/contract/earn-types.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';

/** One a subject, of this program's: the example's market is the same for everybody and for ever. */
function keptOf<Subject, Example>(make: (subject: Subject) => Example): (subject: Subject) => Example {
  const examples = new Map<Subject, Example>();
  return (subject) => {
    const known = examples.get(subject);
    if (known !== undefined) return known;
    const example = make(subject);
    examples.set(subject, example);
    return example;
  };
}

/** The example of a kind's help page as everybody gets it, reckoned once. */
export const firstExample = keptOf((kind: RunnableKind): WorkedExample => workedExample(kind, {}));

/** That of an earn product's. */
export const firstEarnExample = keptOf((product: EarnType): EarnExample => earnExample(product, {}));
