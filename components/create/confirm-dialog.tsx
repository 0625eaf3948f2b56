'use client';

import { useTranslations } from 'next-intl';
import { Confirm } from '#components/ui/confirm.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { useFigures } from '#lib/client/use-figures.ts';
import { formatAmount } from '#lib/money/amount.ts';
import type { BothCurrencies } from '#lib/strategies/definition.ts';
import type { CreateFlowState, Doubt } from './create-flow.ts';
import { HeldDetails } from './held-details.tsx';
import { useIssueText } from './use-issue-text.ts';
import type { StrategyForm } from './use-strategy-form.ts';

const TEXTS = { 'trigger-met': 'triggerMet', 'outside-range': 'outsideRange', 'held-coins': 'heldCoins' } as const;

type Answer = (isConfirmed: boolean) => void;

/** The popup that the create flow waits for: the funding of a bot in two currencies first, then what looks odd. */
export function CreateConfirm({
  state,
  form,
  onAnswer,
}: {
  readonly state: CreateFlowState;
  readonly form: StrategyForm;
  readonly onAnswer: Answer;
}) {
  if (state.step === 'confirming-funding') return <FundingConfirm funding={state.funding} onAnswer={onAnswer} />;
  if (state.step !== 'confirming') return null;
  return <DoubtsConfirm doubts={state.doubts} form={form} onAnswer={onAnswer} />;
}

/** The dual-coin popup (C-092, H11): how much of each currency is borrowed, and that both are owed. */
function FundingConfirm({ funding, onAnswer }: { readonly funding: BothCurrencies; readonly onAnswer: Answer }) {
  const t = useTranslations('trade.confirm');
  const figures = useFigures();
  const amount = (units: bigint, asset: string): string => `${figures.upTo(formatAmount(units), 8)} ${asset}`;
  return (
    <Confirm title={t('funding.title')} yes={t('funding.goOn')} no={t('change')} onAnswer={onAnswer}>
      <p className="text-sm text-ink-2">{t('funding.text')}</p>
      <dl className="mt-3 flex flex-col gap-1 text-sm">
        {[funding.quote, funding.base].map(({ asset, borrowed }) => (
          <div key={asset} className="flex justify-between gap-4">
            <dt className="text-ink-3">{t('funding.borrowed', { asset })}</dt>
            <dd>{amount(borrowed, asset)}</dd>
          </div>
        ))}
      </dl>
    </Confirm>
  );
}

/** The pre-check popup (C-094, H11): what looks odd, and the choice to go on or to change it. */
function DoubtsConfirm({
  doubts,
  form,
  onAnswer,
}: {
  readonly doubts: readonly Doubt[];
  readonly form: StrategyForm;
  readonly onAnswer: Answer;
}) {
  const t = useTranslations('trade.confirm');
  const say = useIssueText();
  const textOf = (doubt: Doubt): string => (doubt.kind === 'issue' ? say(doubt.issue) : t(TEXTS[doubt.kind]));
  return (
    <Confirm title={t('title')} yes={t('goOn')} no={t('change')} onAnswer={onAnswer}>
      <ul className="flex flex-col gap-2 text-sm">
        {doubts.map((doubt) => (
          <li key={textOf(doubt)} className="flex gap-2">
            <Icon name="warning" className="mt-0.5 shrink-0 text-warn" />
            {textOf(doubt)}
          </li>
        ))}
      </ul>
      {doubts.some(({ kind }) => kind === 'held-coins') && <HeldDetails form={form} />}
    </Confirm>
  );
}
