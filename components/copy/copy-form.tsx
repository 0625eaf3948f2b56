'use client';

import { useLocale, useTranslations } from 'next-intl';
import { type ReactNode, useId, useState } from 'react';
import { ownBotPath } from '#components/addresses/paths.ts';
import { AmountInput } from '#components/bots/actions/amount-input.tsx';
import { TrialQuestion } from '#components/create/trial-question.tsx';
import { UnansweredNotice } from '#components/create/unanswered-notice.tsx';
import { HintMark } from '#components/form/field-hint.tsx';
import { useIssueText } from '#components/form/use-issue-text.ts';
import { Button, buttonClass } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { LiveGap } from '#components/ui/live-gap.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { NumberField } from '#components/ui/number-field.tsx';
import { useReplyText } from '#components/ui/use-reply-text.ts';
import { useTyped } from '#lib/client/use-typed.ts';
import { definitionOf, type RunnableKind } from '#lib/kinds/definitions.ts';
import { parseAmount } from '#lib/money/amount.ts';
import { formatAmountOf } from '#lib/money/display.ts';
import { RATIO_DECIMALS } from '#lib/money/input.ts';
import { inputDecimals } from '#lib/money/precision.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import { minimumText } from '#lib/strategies/rules/money.ts';
import type { CopiedBot } from './copied-bot.ts';
import { CopyPreview } from './copy-preview.tsx';
import { CopyReview } from './copy-review.tsx';
import { CopyShare } from './copy-share.tsx';
import {
  type CopyTerms,
  checkCopy,
  copyOf,
  copyText,
  EMPTY_COPY,
  formField,
  leftLeverage,
  moneyDecimals,
  mostMoney,
  ownStops,
} from './copy-values.ts';
import { type CopyFlow, useCopyFlow } from './use-copy-flow.ts';
import { useCopyTerms } from './use-copy-terms.ts';

const STOPS = {
  stop_loss: { label: 'stopLoss', term: 'stop_loss' },
  stop_profit: { label: 'stopProfit', term: 'take_profit' },
} as const;

/** Price decimals are not told of a bot whose parameters are hidden: as many as any market has. */
const STOP_PRICE_DECIMALS = 8;

interface CopyFormProps {
  readonly bot: CopiedBot & { readonly strategy_type: RunnableKind };
  /** What the bot is called. */
  readonly name: string;
  readonly onClose: () => void;
}

/** The copy form of every kind: with how much, and what a copier may choose himself; the rest is as the original has it (C-019, M-008). */
export function CopyForm({ bot, name, onClose }: CopyFormProps) {
  const t = useTranslations('copy');
  const [values, setValues] = useState<FormValues>(EMPTY_COPY);
  const { first, typed, error, refusal } = useCopyTerms(bot.strategy_id, values);
  const replyText = useReplyText();
  const flow = useCopyFlow(bot.strategy_id, bot.strategy_type, { values, terms: typed });
  // Closed, since the page lies behind it, when the language is changed.
  useTyped(`copy ${bot.strategy_id}`, flow.made === null ? copyText(values) : '', (kept) => setValues(copyOf(kept)));
  const formId = useId();
  const missed = useMissedAmount();
  const say = useWords(values, first, typed, flow, missed.phase);
  if (flow.made !== null) return <Made bot={bot} id={flow.made} onClose={onClose} />;
  const change = (field: string, value: string): void => {
    flow.forgetRefused();
    missed.forget();
    setValues((before) => ({ ...before, [field]: value }));
  };
  const isFree = flow.unanswered === null && !flow.isBusy;
  const isReady = isFree && typed !== null && typed.issue === null && !say.isWrong;
  const lacksAmount = isFree && first !== null && refusal === null && say.lacksOnlyAmount;
  return (
    <>
      <Dialog
        isOpen
        onClose={onClose}
        title={t('title', { bot: name })}
        footer={<Foot formId={formId} isBusy={flow.isBusy} isDisabled={!isReady && !lacksAmount} onClose={onClose} />}
      >
        {first === null ? (
          <LiveGap error={error} className="h-72 w-full" />
        ) : (
          <form
            id={formId}
            noValidate
            className="flex flex-col gap-4"
            onSubmit={(event) => {
              event.preventDefault();
              if (isReady) flow.submit();
              else if (lacksAmount) missed.ask(event.currentTarget);
            }}
          >
            <Fields
              kind={bot.strategy_type}
              values={values}
              first={first}
              terms={typed ?? first}
              textOf={say.textOf}
              change={change}
            />
            {refusal === null ? (
              <CopyPreview followId={bot.strategy_id} values={values} terms={typed} isAwaited={!say.isWrong} />
            ) : (
              <Notice tone="danger">{replyText(refusal)}</Notice>
            )}
            {first.is_open_params === 0 && <Notice>{t('closed')}</Notice>}
            <CopyShare terms={first} />
            <p className="text-xs text-ink-3">{t('provider')}</p>
            {say.general !== null && <Notice tone="danger">{say.general}</Notice>}
            <UnansweredNotice flow={flow} />
          </form>
        )}
      </Dialog>
      <CopyReview flow={flow} bot={bot} name={name} />
    </>
  );
}

function Foot({
  formId,
  isBusy,
  isDisabled,
  onClose,
}: {
  readonly formId: string;
  readonly isBusy: boolean;
  readonly isDisabled: boolean;
  readonly onClose: () => void;
}) {
  const t = useTranslations('copy');
  return (
    <>
      <Button tone="ghost" onClick={onClose}>
        {t('done.close')}
      </Button>
      <Button type="submit" form={formId} tone="primary" isBusy={isBusy} disabled={isDisabled}>
        {t('review')}
      </Button>
    </>
  );
}

/** An amount that was not there when somebody went on: now it is asked for, until something is typed (M-256, X6). */
function useMissedAmount() {
  const [isMissed, setIsMissed] = useState(false);
  return {
    phase: isMissed ? ('submit' as const) : ('typing' as const),
    ask: (form: HTMLFormElement): void => {
      setIsMissed(true);
      form.querySelector<HTMLInputElement>('[name="amount"]')?.focus();
    },
    forget: () => setIsMissed(false),
  };
}

/** What is wrong, in words: at its field, or of the copy as a whole. */
function useWords(
  values: FormValues,
  first: CopyTerms | null,
  typed: CopyTerms | null,
  flow: CopyFlow,
  phase: 'typing' | 'submit',
) {
  const issueText = useIssueText();
  const fields = ['money', 'leverage', 'stop_loss', 'stop_profit'];
  const issues = checkCopy(values, typed ?? first, phase);
  // Without an amount the exchange misses one; that is not said before somebody has looked.
  const early = first?.issue ?? null;
  const said = typed?.issue ?? (early !== null && formField(early.field ?? '') === 'money' ? null : early);
  const told = said === null ? null : { ...said, field: formField(said.field ?? '') };
  const saidOf = (field: string): string | undefined => {
    const own = issues.find((issue) => issue.field === field);
    if (own !== undefined) return issueText(own);
    if (flow.refused?.field === field)
      return flow.refused.issue === null ? flow.refused.message : issueText(flow.refused.issue);
    return told !== null && told.field === field ? issueText({ code: told.issue ?? '', ...valuesIn(told) }) : undefined;
  };
  const isElsewhere = told !== null && !fields.includes(told.field);
  const refusedElsewhere = flow.refused !== null && !fields.includes(flow.refused.field) ? flow.refused : null;
  const general: ReactNode = isElsewhere
    ? issueText({ code: told.issue ?? '', ...valuesIn(told) })
    : refusedElsewhere === null
      ? null
      : refusedElsewhere.issue === null
        ? refusedElsewhere.message
        : issueText(refusedElsewhere.issue);
  const isEmpty = values.money === '';
  const lacksOnlyAmount = isEmpty && general === null && issues.every(({ field }) => field === 'money');
  return { textOf: saidOf, general, isWrong: issues.length > 0 || isEmpty, lacksOnlyAmount };
}

function valuesIn({ values }: { readonly values?: Readonly<Record<string, string>> | undefined }) {
  return values === undefined ? {} : { values };
}

interface FieldsProps {
  /** Whose help explains the fields. */
  readonly kind: RunnableKind;
  readonly values: FormValues;
  /** Of a copy of which nothing was chosen: what the original has. */
  readonly first: CopyTerms;
  readonly terms: CopyTerms;
  readonly textOf: (field: string) => string | undefined;
  readonly change: (field: string, value: string) => void;
}

/** The minimum with the decimals that one types, never below what is needed. */
function leastText(minimum: string, asset: string): string {
  const units = parseAmount(minimum);
  return units === null ? minimum : minimumText(units, inputDecimals(asset, null));
}

function Fields({ kind, values, first, terms, textOf, change }: FieldsProps) {
  const t = useTranslations('copy');
  const locale = useLocale();
  const { asset } = first;
  const written = (amount: string): string => formatAmountOf('held-coin', amount, asset, { locale });
  return (
    <>
      <div>
        <AmountInput
          label={t('amount')}
          terms={['investment', 'min_investment']}
          kind={kind}
          asset={asset}
          decimals={moneyDecimals(terms)}
          most={mostMoney(values, terms)}
          mostLabel={t('available')}
          value={values.money ?? ''}
          error={textOf('money')}
          onChange={(typed) => change('money', typed)}
        />
        {terms.min_amount !== '' && (
          <p className="mt-1 text-xs text-ink-3">
            {t('least', { amount: written(leastText(terms.min_amount, asset)) })}
          </p>
        )}
      </div>
      <TrialFunds kind={kind} values={values} first={first} change={change} />
      {first.leverage !== '' && (
        <NumberField
          name="leverage"
          label={t('leverage')}
          mark={<HintMark label={t('leverage')} terms={['leverage', 'liquidation']} kind={kind} />}
          decimals={0}
          unit="X"
          placeholder={first.leverage}
          value={values.leverage ?? ''}
          onChange={(typed) => change('leverage', typed)}
          onBlur={() => {
            const left = leftLeverage(values, first);
            if (left !== values.leverage) change('leverage', left);
          }}
          error={textOf('leverage')}
          hint={t('leverageHint', {
            leverage: first.leverage,
            min: String(first.leverage_min),
            max: String(first.leverage_max),
          })}
        />
      )}
      <OwnStops kind={kind} values={values} first={first} textOf={textOf} change={change} />
    </>
  );
}

/** Trial funds, where some are left for such a bot: used after a yes to their terms. */
function TrialFunds({ kind, values, first, change }: Omit<FieldsProps, 'terms' | 'textOf'>) {
  const t = useTranslations('copy');
  const locale = useLocale();
  const [isAsking, setIsAsking] = useState(false);
  const { asset, trial_available: amount } = first;
  if (!/[1-9]/.test(amount)) return null;
  const answer = (isConfirmed: boolean): void => {
    setIsAsking(false);
    if (isConfirmed) change('use_experience', '1');
  };
  return (
    <>
      <Checkbox
        isChecked={values.use_experience === '1'}
        onChange={(isChecked) => (isChecked ? setIsAsking(true) : change('use_experience', '0'))}
      >
        {t('trial', { amount: formatAmountOf('held-coin', amount, asset, { locale }) })}
      </Checkbox>
      {isAsking && (
        <TrialQuestion
          funds={parseAmount(amount) ?? 0n}
          asset={asset}
          keepsCoins={definitionOf(kind).fields.some(({ name }) => name === 'store_coin_flag')}
          onAnswer={answer}
        />
      )}
    </>
  );
}

/** Stops of the copier's own, where the copy may have some (M-259). */
function OwnStops({ kind, values, first, textOf, change }: Omit<FieldsProps, 'terms'>) {
  const t = useTranslations('copy');
  const { of } = first.stops;
  const stops = ownStops(first);
  if (stops.length === 0 || of === '') return null;
  return (
    <fieldset className="flex flex-col gap-2">
      <Checkbox isChecked={values.own_stops === '1'} onChange={(isOwn) => change('own_stops', isOwn ? '1' : '0')}>
        {t('ownStops')}
      </Checkbox>
      <p className="text-xs text-ink-3">{t('ownStopsHint')}</p>
      {values.own_stops === '1' &&
        stops.map((name) => (
          <NumberField
            key={name}
            name={name}
            label={t(STOPS[name].label)}
            mark={<HintMark label={t(STOPS[name].label)} terms={[STOPS[name].term]} kind={kind} />}
            decimals={of === 'price' ? STOP_PRICE_DECIMALS : RATIO_DECIMALS}
            unit={t(`of.${of}`)}
            value={values[name] ?? ''}
            onChange={(typed) => change(name, typed)}
            error={textOf(name)}
          />
        ))}
    </fieldset>
  );
}

/** The copy is there: the way to see it run. */
function Made({ bot, id, onClose }: { readonly bot: CopiedBot; readonly id: number; readonly onClose: () => void }) {
  const t = useTranslations('copy.done');
  const language = useLocale();
  return (
    <Dialog isOpen onClose={onClose} title={t('title')}>
      <EmptyState
        title={t('title')}
        hint={t('text')}
        action={
          <a
            href={ownBotPath(language, { strategy_id: id, strategy_type: bot.strategy_type }, false)}
            className={buttonClass('primary')}
          >
            {t('see')}
          </a>
        }
      />
    </Dialog>
  );
}
