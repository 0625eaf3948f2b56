import type { WorkedExample } from '../backtest/worked-example.ts';
import type { RunnableKind } from '../kinds/definitions.ts';
import type { FormValues } from '../strategies/definition.ts';

/** What a help page and its worker say to each other. */

export interface ExampleRequest {
  readonly id: number;
  readonly kind: RunnableKind;
  readonly typed: FormValues;
}

/** `example` is null where the engine would not run it. */
export interface ExampleReply {
  readonly id: number;
  readonly example: WorkedExample | null;
}
