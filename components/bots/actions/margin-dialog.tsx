'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { fundingAccount } from '#components/form/funding-account.ts';
import { useAvailable } from '#components/form/use-check-context.ts';
import { Notice } from '#components/ui/notice.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { useReplyText } from '#components/ui/use-reply-text.ts';
import { Refused } from '#lib/client/failures.ts';
import { issueOf } from '#lib/client/reply-text.ts';
import { useCall } from '#lib/client/use-call.ts';
import { useDebounced } from '#lib/client/use-debounced.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { formatAmount, parseAmountDown } from '#lib/money/amount.ts';
import {
  failureOf,
  pricesOf,
  type SaidPrices,
  saidPrices,
  useLiquidationEstimate,
  wordsOf,
} from '../detail/use-liquidation-estimate.ts';
import { useBotFormat } from '../use-bot-format.ts';
import { MARK_REFRESH_MS, useMarked } from '../use-marked.ts';
import { ActionDialog } from './action-dialog.tsx';
import { AmountInput, mostTyped, typedAmount } from './amount-input.tsx';
import { hasPosition } from './bot-actions.ts';
import type { EditedBot } from './edited-form.ts';
import { LiquidationChange, riskOf } from './liquidation-change.tsx';
import { PlannedFigures } from './planned-figures.tsx';
import { namedPlan, useActionPlan } from './use-action-plan.ts';
import { useBotAction } from './use-bot-action.ts';
import { type ChangeProps, WithEditedBot } from './with-edited-bot.tsx';

/** M-181, M-362; M-187: whole cents of a stable coin that goes out. */
const DECIMALS = { add: 6, reduce: 2, reduceOther: 6 } as const;
const REFRESH_MS = 10_000;
const DEBOUNCE_MS = 500;

type Mode = 'add' | 'reduce';
const ACTS = { add: 'margin_in', reduce: 'margin_out' } as const;

/** More margin behind a position, or less (M-028, M-029, M-063), with both liquidation prices before and after. */
export function MarginDialog({ bot, onClose, typed }: ChangeProps) {
  const t = useTranslations('actions.margin');
  return (
    <WithEditedBot bot={bot} title={t('title')} onClose={onClose} typed={typed}>
      {(edited) => <Margin bot={bot} edited={edited} onClose={onClose} />}
    </WithEditedBot>
  );
}

function reducibleQuery(id: number, amount?: string) {
  return { path: { id: String(id) }, query: { strategy_id: String(id), ...(amount === undefined ? {} : { amount }) } };
}

/** What may be taken out now, and the liquidation prices of now (M-188, M-323, M-324). */
function useReducible(id: number, amount: string | null) {
  const replyText = useReplyText();
  const options = { refreshInterval: REFRESH_MS, keepPreviousData: false } as const;
  const { data, error } = useCall('reducibleMargin', reducibleQuery(id), options);
  const now = data?.data;
  const { data: reduced, error: notReduced } = useCall(
    'reducibleMargin',
    amount === null ? null : reducibleQuery(id, amount),
    options,
  );
  const prices = (said: typeof now, isOver: boolean): SaidPrices => {
    if (said !== undefined && 'liquidation' in said && said.liquidation !== undefined)
      return pricesOf(said.liquidation);
    return isOver || said !== undefined ? 'none' : null;
  };
  const most = now !== undefined && 'max_withdrawal_amount' in now ? parseAmountDown(now.max_withdrawal_amount) : null;
  return {
    most,
    /** Why nobody can say what may be taken out: that is not that nothing may. */
    unknown: error instanceof Refused && issueOf(error.parts) === 'price-unknown' ? error.parts : null,
    canReduce: now !== undefined && 'withdrawable' in now && now.withdrawable === 1,
    before: prices(now, error !== undefined),
    after: prices(reduced?.data, amount === null || notReduced !== undefined),
    failure: reduced === undefined && notReduced !== undefined ? wordsOf(notReduced, replyText) : null,
  };
}

/** What was typed, and what it would make of the bot. */
function useMargin(bot: StrategyRow, { definition, spec }: EditedBot, mode: Mode, text: string) {
  const available = useAvailable(bot.money_asset, fundingAccount(definition.calls.account, spec));
  const isRested = useDebounced(text, DEBOUNCE_MS) === text;
  const amount = typedAmount(text);
  const asked = mode === 'reduce' && amount !== null && isRested ? formatAmount(amount) : null;
  const reducible = useReducible(bot.strategy_id, asked);
  const most = mode === 'add' ? available : reducible.most;
  const isOver = amount !== null && most !== null && amount > most;
  const money = parseAmountDown(bot.money);
  const total = mode === 'add' && amount !== null && !isOver && money !== null ? money + amount : null;
  const added = useLiquidationEstimate(bot, total === null ? '' : formatAmount(total), bot.leverage);
  // What is typed is asked about once it has rested.
  const isToCome = amount !== null && !isOver && !isRested;
  const then = isToCome ? null : mode === 'reduce' ? reducible.after : saidPrices(added);
  const failure = isToCome || isOver ? null : mode === 'reduce' ? reducible.failure : failureOf(added);
  return {
    amount,
    most,
    isOver,
    canReduce: reducible.canReduce,
    unknown: reducible.unknown,
    before: reducible.before,
    after: amount === null ? reducible.before : then,
    failure,
  };
}

/** M-181, M-187, M-362. */
function decimalsOf(mode: Mode, asset: string): number {
  if (mode === 'add') return DECIMALS.add;
  return asset === 'USDT' ? DECIMALS.reduce : DECIMALS.reduceOther;
}

/** M-186: what is typed is more than may go out. */
function MostReduced({ most, asset }: { readonly most: bigint; readonly asset: string }) {
  const t = useTranslations('actions.margin');
  const format = useBotFormat();
  const max = format.amount('held-coin', mostTyped(most, decimalsOf('reduce', asset)), asset);
  return <Notice tone="warn">{t('reduceRange', { label: t('amount'), min: '0', max })}</Notice>;
}

function ModeChoice({ mode, onChoose }: { readonly mode: Mode; readonly onChoose: (mode: Mode) => void }) {
  const t = useTranslations('actions.margin');
  return (
    <Segmented
      name="margin-mode"
      label={t('title')}
      value={mode}
      onChange={onChoose}
      options={[
        { value: 'add', label: t('add') },
        { value: 'reduce', label: t('reduce') },
      ]}
    />
  );
}

function Margin({ bot, edited, onClose }: ChangeProps & { readonly edited: EditedBot }) {
  const t = useTranslations('actions.margin');
  const action = useBotAction(bot, onClose, 'any');
  const replyText = useReplyText();
  const [mode, setMode] = useState<Mode>('add');
  const [text, setText] = useState(edited.typed?.amount ?? '');
  const { amount, most, isOver, canReduce, unknown, before, after, failure } = useMargin(bot, edited, mode, text);
  const asset = bot.money_asset;
  const { marked } = useMarked(bot, MARK_REFRESH_MS);
  const plan = useActionPlan(bot, amount === null || isOver ? null : { act: ACTS[mode], amount: formatAmount(amount) });
  const isAtHand = mode === 'reduce' && riskOf(marked, after) === 'liquidation-at-hand';
  // M-340: nor while it is asked, as little as without the plan that is about to be shown.
  const isUntold = after === null || failure !== null;
  const send = (): void => {
    if (amount === null) return;
    const path = { id: String(bot.strategy_id) };
    const said = formatAmount(amount);
    const named = namedPlan(plan);
    if (mode === 'add') void action.run('increaseBalance', { path, body: { asset, amount: said, ...named } });
    else void action.run('reduceMargin', { path, body: { amount: said, ...named } });
  };
  const choose = (next: Mode): void => {
    // M-178.
    setMode(next);
    setText('');
  };
  // M-180, M-185: neither more than that nor a zero.
  const isWrong = isOver || (text !== '' && amount === null);
  const wrong = isWrong ? t(mode === 'add' ? 'wrongAdd' : 'wrongReduce') : action.refusal?.text;
  return (
    <ActionDialog
      title={t('title')}
      action={action}
      confirm={t(mode)}
      isDisabled={amount === null || isOver || isUntold || isAtHand || !hasPosition(bot) || plan === undefined}
      onConfirm={send}
      onClose={onClose}
    >
      {!hasPosition(bot) && <Notice>{t('noPosition')}</Notice>}
      {unknown !== null && <Notice tone="warn">{replyText(unknown)}</Notice>}
      {/* Who was taking some out when that came to its end has a way back. */}
      {(canReduce || mode === 'reduce') && <ModeChoice mode={mode} onChoose={choose} />}
      <AmountInput
        label={t('amount')}
        terms={['margin', 'liquidation']}
        kind={bot.strategy_type}
        asset={asset}
        decimals={decimalsOf(mode, asset)}
        most={most}
        mostLabel={t(mode === 'add' ? 'available' : 'reducible')}
        isBound={mode === 'reduce'}
        value={text}
        error={wrong}
        onChange={setText}
      />
      {isOver && mode === 'reduce' && most !== null && <MostReduced most={most} asset={asset} />}
      <LiquidationChange
        bot={marked}
        before={before}
        after={after}
        failure={unknown === null ? failure : null}
        stopsAt="at-hand"
      />
      <PlannedFigures bot={bot} plan={plan} />
    </ActionDialog>
  );
}
