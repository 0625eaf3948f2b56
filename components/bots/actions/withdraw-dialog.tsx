'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { FigureLine } from '#components/bots/figures/figure-line.tsx';
import { LiveGap } from '#components/ui/live-gap.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useReplyText } from '#components/ui/use-reply-text.ts';
import { useSaidOnce } from '#components/ui/use-said-once.ts';
import { Refused } from '#lib/client/failures.ts';
import { useCall } from '#lib/client/use-call.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import type { TermId } from '#lib/figures/figures.ts';
import { formatAmount, parseAmountDown } from '#lib/money/amount.ts';
import { useBotFormat } from '../use-bot-format.ts';
import { ActionDialog } from './action-dialog.tsx';
import { AmountInput, mostTyped, typedAmount } from './amount-input.tsx';
import { PlannedFigures } from './planned-figures.tsx';
import { namedPlan, useActionPlan } from './use-action-plan.ts';
import { useBotAction } from './use-bot-action.ts';
import type { ChangeProps } from './with-edited-bot.tsx';

/** M-248, M-385: decimals, and the characters of the whole amount. What has no room in one withdrawal is there for the next. */
const roomOf = (asset: string) => (asset === 'USDT' ? { decimals: 4, characters: 7 } : { decimals: 6, characters: 9 });
const REFRESH_MS = 10_000;

/** What may be taken out now, and what taking out what was typed would come to. */
function useWithdrawal(bot: StrategyRow, text: string) {
  const query = { strategy_id: String(bot.strategy_id), strategy_type: bot.strategy_type };
  const { data, error } = useCall('withdrawable', { query }, { refreshInterval: REFRESH_MS });
  useSaidRefusal(error);
  const found = data?.data;
  const said = found !== undefined && 'unsettled_profit' in found ? found : undefined;
  const unsettled = said?.unsettled_profit ?? '';
  // Below zero where completed trades have lost: nothing.
  const most = unsettled.startsWith('-') ? 0n : parseAmountDown(unsettled);
  const amount = typedAmount(text);
  const isOver = amount !== null && most !== null && amount > most;
  const canAsk = amount !== null && most !== null && most > 0n && !isOver;
  const plan = useActionPlan(bot, canAsk ? { act: 'withdraw', amount: formatAmount(amount) } : null);
  return { error, said, asset: said?.profit_asset ?? '', most, amount, isOver, plan };
}

/** Profit of completed trades goes to its owner while the bot works on (M-036, M-247 … M-250). */
export function WithdrawDialog({ bot, onClose }: ChangeProps) {
  const t = useTranslations('actions.withdraw');
  const format = useBotFormat();
  const action = useBotAction(bot, onClose, 'any');
  const [text, setText] = useState('');
  const { error, said, asset, most, amount, isOver, plan } = useWithdrawal(bot, text);
  // M-249, M-250: also where it is less than can be typed.
  const room = roomOf(asset);
  const typable = most === null ? '0' : mostTyped(most, room.decimals, room.characters);
  const hasNothing = most !== null && typable === '0';
  const send = (): void => {
    if (amount === null) return;
    const body = {
      id: bot.strategy_id,
      strategy_type: bot.strategy_type,
      amount: formatAmount(amount),
      ...namedPlan(plan),
    };
    void action.run('withdrawProfit', { body }, t('done'));
  };
  return (
    <ActionDialog
      title={t('title')}
      action={action}
      confirm={t('confirm')}
      isDisabled={amount === null || most === null || hasNothing || isOver || plan === undefined}
      onConfirm={send}
      onClose={onClose}
    >
      {said === undefined ? (
        <LiveGap error={error} className="h-40 w-full" />
      ) : (
        <>
          <dl className="flex flex-col gap-1 text-sm">
            <Figure figure="grid_profit" label={t('profit')} text={format.profit(said.strategy_profit, asset)} />
            <Figure
              figure="withdrawals"
              label={t('taken')}
              text={format.amount('profit', said.settled_profit, asset)}
            />
          </dl>
          {hasNothing ? (
            <Notice>{t('nothing')}</Notice>
          ) : (
            <AmountInput
              label={t('amount')}
              terms={['withdrawals', 'completed_profit']}
              kind={bot.strategy_type}
              asset={asset}
              {...room}
              most={most}
              mostLabel={t('most')}
              isBound
              value={text}
              error={isOver ? t('tooMuch', { max: format.amount('held-coin', typable, asset) }) : action.refusal?.text}
              onChange={setText}
            />
          )}
          <PlannedFigures bot={bot} plan={plan} />
          <p className="text-xs text-ink-3">{t('text')}</p>
        </>
      )}
    </ActionDialog>
  );
}

/** What the exchange has against telling the profit is said once over the page too, where it stays in sight (E-319). */
function useSaidRefusal(error: unknown): void {
  const replyText = useReplyText();
  useSaidOnce('error', error instanceof Refused ? replyText(error.parts) : null);
}

function Figure({ label, figure, text }: { readonly label: string; readonly figure: TermId; readonly text: string }) {
  return (
    <FigureLine label={label} figure={figure} values={{ [figure]: text }}>
      {text}
    </FigureLine>
  );
}
