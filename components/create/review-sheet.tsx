'use client';

import { useLocale, useTranslations } from 'next-intl';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { isBatch } from '#components/form/creation-payload.ts';
import { HintMark } from '#components/form/field-hint.tsx';
import { pairsOf } from '#components/form/several-coins.ts';
import { useFieldText, useIssueText } from '#components/form/use-issue-text.ts';
import type { StrategyForm } from '#components/form/use-strategy-form.ts';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useFigures } from '#lib/client/use-figures.ts';
import { FIELD_TERMS } from '#lib/figures/field-terms.ts';
import { listText } from '#lib/i18n/date-text.ts';
import { formatAmount } from '#lib/money/amount.ts';
import type { BothCurrencies, FormValues } from '#lib/strategies/definition.ts';
import { parseCoins } from '#lib/strategies/portfolio/coins.ts';
import type { Doubt, Review } from './create-flow.ts';
import { HeldDetails } from './held-details.tsx';
import { ReviewLiquidation, ReviewMoves, ReviewOpening, ReviewRow } from './review-figures.tsx';
import { ReviewParameters } from './review-parameters.tsx';
import type { CreateFlow } from './use-create-flow.ts';
import type { PreviewWork } from './use-preview.ts';
import { useReview } from './use-review.ts';
import type { PasswordAsked } from './use-sheet-password.ts';

const DOUBTS = { 'trigger-met': 'triggerMet', 'outside-range': 'outsideRange', 'held-coins': 'heldCoins' } as const;

/**
 * The sheet before every creation (H52): what is bought, reserved, borrowed and charged, what a fall and a rise would do,
 * what looks odd (C-094, C-095), what is borrowed in two currencies (C-092), whether the bot is shown in rankings, and the
 * fund password, which is asked and corrected in it. Nothing is created before it is confirmed.
 */
export function ReviewSheet({
  flow,
  work,
  title,
}: {
  readonly flow: CreateFlow;
  readonly work: PreviewWork;
  /** What the bot is called. */
  readonly title: string;
}) {
  const { state, reviewed } = flow;
  if (reviewed === null || (state.step !== 'reviewing' && state.step !== 'sending') || state.review === null)
    return null;
  return <OpenSheet flow={flow} review={state.review} asked={reviewed} work={work} title={title} />;
}

/** What is traded: the coins of a portfolio, the markets of a batch, or the one market. */
function tradedBy({ definition, spec, values }: StrategyForm, locale: string): string {
  const isPortfolio = definition.fields.some(({ panel }) => panel === 'coin-list');
  if (isPortfolio) {
    const coins = (parseCoins(values.coins ?? '') ?? []).map(({ asset }) => asset);
    return listText(coins, locale);
  }
  const markets = isBatch(definition, values) ? pairsOf(values) : [spec.market];
  return listText(
    markets.map((market) => market.replace('_', '/')),
    locale,
  );
}

/** What the trader reads: what is odd, what is paid and borrowed, what moves would do, and every setting as it is sent. */
function Reviewed({
  review,
  asked,
  work,
}: {
  readonly review: Review;
  readonly asked: StrategyForm;
  readonly work: PreviewWork;
}) {
  const figures = useReview(asked, work);
  const { definition, spec } = asked;
  const sent = useMemo(
    (): FormValues => definition.decode(definition.encode(asked.values, spec), spec),
    [definition, asked, spec],
  );
  return (
    <>
      <Doubts doubts={review.doubts} form={asked} />
      <ReviewOpening form={asked} figures={figures} />
      {review.funding !== null && <BothLoans funding={review.funding} kind={definition.kind} />}
      <ReviewLiquidation form={asked} />
      <ReviewMoves form={asked} figures={figures} />
      <ReviewParameters form={asked} sent={sent} />
    </>
  );
}

/** The fund password, asked in the sheet, with what was wrong with the one before. */
function PasswordField({
  asked,
  password,
  onChange,
}: {
  readonly asked: PasswordAsked;
  readonly password: string;
  readonly onChange: (password: string) => void;
}) {
  const t = useTranslations('trade.review');
  const common = useTranslations('common');
  return (
    <Field
      label={common('fundpass.label')}
      type="password"
      name="fundpass"
      autoComplete="off"
      autoFocus
      value={password}
      onChange={onChange}
      error={password === '' ? (asked.error ?? undefined) : undefined}
      hint={t('password')}
    />
  );
}

/** What a sheet has of the flow that it belongs to. */
export type ReviewedFlow = Pick<
  CreateFlow,
  'state' | 'password' | 'refusal' | 'isHidden' | 'hide' | 'confirm' | 'focusNext'
>;

/** Whether others find the bot, by the words of the form's own field. */
function ShownBox({
  flow,
  isDisabled,
}: {
  readonly flow: Pick<CreateFlow, 'isHidden' | 'hide'>;
  readonly isDisabled: boolean;
}) {
  const text = useFieldText();
  const label = text('is_hide.label') ?? '';
  return (
    <div className="flex items-center gap-1.5">
      <Checkbox isChecked={!flow.isHidden} isDisabled={isDisabled} onChange={(isShown) => flow.hide(!isShown)}>
        {label}
      </Checkbox>
      <HintMark label={label} text={text('is_hide.hint')} terms={FIELD_TERMS.is_hide} kind={undefined} />
    </div>
  );
}

/**
 * The frame of every review sheet (H52): what was refused, whether the bot is shown in rankings, the fund password, and the one button that
 * creates. What is reviewed stands in it.
 */
export function ReviewFrame({
  flow,
  title,
  header,
  confirm,
  onClose,
  children,
}: {
  readonly flow: ReviewedFlow;
  readonly title: string;
  readonly header: ReactNode;
  /** What its button says. */
  readonly confirm: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const words = useTranslations('trade.confirm');
  const formId = useId();
  const [password, setPassword] = useState('');
  const isBusy = flow.state.step === 'sending' && flow.password === null;
  return (
    <Dialog
      isOpen
      onClose={() => !isBusy && onClose()}
      focusNext={flow.focusNext}
      title={title}
      header={header}
      footer={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            {words('change')}
          </Button>
          <Button
            type="submit"
            form={formId}
            tone="primary"
            isBusy={isBusy}
            disabled={flow.password !== null && password === ''}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (flow.password === null) flow.confirm();
          else if (password !== '') {
            flow.password.answer(password);
            setPassword('');
          }
        }}
      >
        {flow.refusal !== null && <Notice tone="danger">{flow.refusal}</Notice>}
        {children}
        <ShownBox flow={flow} isDisabled={isBusy} />
        {flow.password !== null && <PasswordField asked={flow.password} password={password} onChange={setPassword} />}
      </form>
    </Dialog>
  );
}

function OpenSheet({
  flow,
  review,
  asked,
  work,
  title,
}: {
  readonly flow: CreateFlow;
  readonly review: Review;
  /** The form at the moment of the question: figures that go on moving could not be confirmed. */
  readonly asked: StrategyForm;
  readonly work: PreviewWork;
  readonly title: string;
}) {
  const t = useTranslations('trade.review');
  const words = useTranslations('trade.confirm');
  const locale = useLocale();
  const close = (): void => {
    // Coins that are worth less by now: the investment is what they are worth, so that it is not asked about again.
    if (review.doubts.some(({ kind }) => kind === 'held-coins')) asked.change('money', '');
    flow.close();
  };
  return (
    <ReviewFrame
      flow={flow}
      title={t('title', { bot: title })}
      header={<p className="text-xs text-ink-3">{tradedBy(asked, locale)}</p>}
      confirm={review.doubts.length > 0 ? words('goOn') : t('create')}
      onClose={close}
    >
      <Reviewed review={review} asked={asked} work={work} />
    </ReviewFrame>
  );
}

/** What looks odd (C-094, H11), with the coins behind it where they are worth less than the form says (C-095, C-214). */
function Doubts({ doubts, form }: { readonly doubts: readonly Doubt[]; readonly form: StrategyForm }) {
  const t = useTranslations('trade.confirm');
  const say = useIssueText();
  if (doubts.length === 0) return null;
  const textOf = (doubt: Doubt): string => (doubt.kind === 'issue' ? say(doubt.issue) : t(DOUBTS[doubt.kind]));
  return (
    <section aria-label={t('title')} className="rounded-md bg-warn-soft px-3 py-2">
      <h3 className="text-sm font-semibold text-warn">{t('title')}</h3>
      <ul className="mt-1 flex flex-col gap-1.5 text-sm">
        {doubts.map((doubt) => (
          <li key={textOf(doubt)} className="flex gap-2">
            <Icon name="warning" className="mt-0.5 shrink-0 text-warn" />
            {textOf(doubt)}
          </li>
        ))}
      </ul>
      {doubts.some(({ kind }) => kind === 'held-coins') && <HeldDetails form={form} />}
    </section>
  );
}

/** The dual-coin part (C-092, H11): how much of each currency is borrowed, and that both are owed. */
function BothLoans({ funding, kind }: { readonly funding: BothCurrencies; readonly kind: string }) {
  const t = useTranslations('trade.confirm');
  const figures = useFigures();
  return (
    <section aria-label={t('funding.title')} className="rounded-md bg-surface-2 px-3 py-2">
      <h3 className="text-sm font-semibold">{t('funding.title')}</h3>
      <p className="mt-1 text-xs text-ink-2">{t('funding.text')}</p>
      <dl className="mt-2 flex flex-col gap-1 text-xs">
        {[funding.quote, funding.base].map(({ asset, borrowed }) => (
          <ReviewRow
            key={asset}
            name="both-borrowed"
            figure="debt"
            kind={kind}
            label={t('funding.borrowed', { asset })}
          >
            {figures.upTo(formatAmount(borrowed), 8)} {asset}
          </ReviewRow>
        ))}
      </dl>
    </section>
  );
}
