'use client';

import { useTranslations } from 'next-intl';
import { Confirm } from '#components/ui/confirm.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { isGridKind } from '../bot-state.ts';
import { useBotAction } from './use-bot-action.ts';

interface Props {
  readonly bot: StrategyRow;
  readonly onClose: () => void;
  /** After it was done: what the dialog stands over closes too (M-140). */
  readonly onDone: () => void;
}

/** Says what a pause does to the bot before it is asked for (M-031). */
export function PauseDialog({ bot, onClose, onDone }: Props) {
  return <PauseOrStart bot={bot} what="pause" onClose={onClose} onDone={onDone} />;
}

/** The same for going on: orders are laid again, and what the price has crossed is made up for. */
export function StartDialog({ bot, onClose, onDone }: Props) {
  return <PauseOrStart bot={bot} what="start" onClose={onClose} onDone={onDone} />;
}

function PauseOrStart({ bot, what, onClose, onDone }: Props & { readonly what: 'pause' | 'start' }) {
  const t = useTranslations(`actions.${what}`);
  const action = useTranslations('common.action');
  const { run, ...held } = useBotAction(bot, onDone);
  const isGrid = isGridKind(bot.strategy_type);
  const send = (): Promise<boolean> => {
    const path = { id: String(bot.strategy_id) };
    const body = { strategy_type: bot.strategy_type };
    // M-134, M-306 … M-308: grids have calls of their own.
    if (isGrid) return run(what === 'pause' ? 'pauseGrid' : 'continueGrid', { path, body: {} });
    return run(what === 'pause' ? 'pauseStrategy' : 'startStrategy', { path, body });
  };
  return (
    <Confirm
      title={t('title')}
      yes={t('confirm')}
      no={action('cancel')}
      held={held}
      onAnswer={(isConfirmed) => {
        if (isConfirmed) void send();
        else onClose();
      }}
    >
      <p className="text-sm text-ink-2">{t(isGrid ? 'gridText' : 'text')}</p>
    </Confirm>
  );
}
