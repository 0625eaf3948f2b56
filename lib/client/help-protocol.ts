import type { EarnExample } from '../backtest/earn-example.ts';
import type { WorkedExample } from '../backtest/worked-example.ts';
import type { EarnType } from '../contract/earn-types.ts';
import type { RunnableKind } from '../kinds/definitions.ts';
import type { FormValues } from '../strategies/definition.ts';

/** What a help page and its worker say to each other. */

/** What a page of help is about. */
export type HelpSubject = RunnableKind | EarnType;

export interface ExampleRequest {
  readonly id: number;
  readonly subject: HelpSubject;
  readonly typed: FormValues;
}

/** `example` is null where the engine would not run it. */
export interface ExampleReply {
  readonly id: number;
  readonly example: WorkedExample | EarnExample | null;
}
