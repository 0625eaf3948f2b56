'use client';

import type { ComponentType } from 'react';
import { AwaitedDialog } from '#components/ui/late-dialog.tsx';
import { WithTexts } from '#components/ui/with-texts.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import type { Namespace } from '#lib/i18n/messages.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import { TerminateDialog } from '../terminate/terminate-dialog.tsx';
import type { BotAction } from './bot-actions.ts';
import { DepositDialog } from './deposit-dialog.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { LeverageDialog } from './leverage-dialog.tsx';
import { MarginDialog } from './margin-dialog.tsx';
import { PauseDialog, StartDialog } from './pause-dialog.tsx';
import { RangeDialog } from './range-dialog.tsx';
import { StopsDialog } from './stops-dialog.tsx';
import { TrailingDialog } from './trailing-dialog.tsx';
import { WithdrawDialog } from './withdraw-dialog.tsx';

interface HostedProps {
  readonly bot: StrategyRow;
  readonly onClose: () => void;
  /** After what closes the bot's own view too, where it is one over a table (M-140). */
  readonly onDone: () => void;
  /** What its form begins with; absent: what the bot is. */
  readonly typed?: FormValues;
}

const DIALOGS: { readonly [A in BotAction]: ComponentType<HostedProps> } = {
  pause: PauseDialog,
  start: StartDialog,
  terminate: TerminateDialog,
  adjust: TerminateDialog,
  range: RangeDialog,
  stops: StopsDialog,
  trailing: TrailingDialog,
  deposit: DepositDialog,
  leverage: LeverageDialog,
  margin: MarginDialog,
  withdraw: WithdrawDialog,
  edit: EditDialog,
};

const TEXTS = ['actions', 'trade', 'fields', 'issues', 'refusals'] as const satisfies readonly Namespace[];

/** The dialog of an action, with the words that only dialogs need. */
export function ActionHost({ action, ...props }: HostedProps & { readonly action: BotAction }) {
  const Asked = DIALOGS[action];
  return (
    <WithTexts namespaces={TEXTS} fallback={<AwaitedDialog onClose={props.onClose} />}>
      <Asked {...props} />
    </WithTexts>
  );
}
