'use client';

import { BacktestButton } from '#components/backtests/backtest-button.tsx';
import { useIssueText } from '#components/form/use-issue-text.ts';
import type { StrategyForm } from '#components/form/use-strategy-form.ts';
import type { CreateState } from '#lib/strategies/create-state.ts';
import { CreateButton } from './create-button.tsx';
import { UnansweredNotice } from './unanswered-notice.tsx';
import type { CreateFlow } from './use-create-flow.ts';
import { bringIntoSight } from './use-outcomes.ts';

/** What the form is sent with, always in sight: the Create button, a backtest, and the creation that was not answered. */
export function CreateRow({
  form,
  flow,
  state,
  reveal,
  hides,
}: {
  readonly form: StrategyForm;
  readonly flow: CreateFlow;
  readonly state: CreateState;
  /** Opens what a field may stand in. */
  readonly reveal: (field: string) => void;
  /** Fields that the form does not show now. */
  readonly hides: (field: string) => boolean;
}) {
  const say = useIssueText();
  return (
    <div
      data-tour="create"
      className="sticky -bottom-4 z-10 -mx-4 -mb-4 border-t bg-surface-1 px-4 py-3 md:bottom-0 md:-mx-3 md:mb-0 md:px-3"
    >
      <UnansweredNotice flow={flow} />
      <div className="flex gap-2">
        <BacktestButton
          form={form}
          isDisabled={state !== 'ready' && state !== 'unanswered'}
          onFault={(issue) => bringIntoSight({ field: issue.field, issue }, { reveal, hides }, say)}
        />
        <CreateButton flow={flow} state={state} />
      </div>
    </div>
  );
}
