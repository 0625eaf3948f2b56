'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { useInstrumentRow } from '#components/bots/use-instrument-row.ts';
import { ReviewLiquidation, ReviewMoves, ReviewOpening, ReviewRow } from '#components/create/review-figures.tsx';
import { ReviewParameters } from '#components/create/review-parameters.tsx';
import { ReviewFrame } from '#components/create/review-sheet.tsx';
import { useKindSpec } from '#components/create/use-kind-spec.ts';
import { prefilledValues } from '#components/create/use-prefill.ts';
import { usePreviewWorker } from '#components/create/use-preview.ts';
import { type ReviewedForm, useReview } from '#components/create/use-review.ts';
import type { AnyDefinition } from '#components/form/any-definition.ts';
import { useMarketFacts } from '#components/form/use-check-context.ts';
import { Notice } from '#components/ui/notice.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { specOf } from '#lib/client/market-rows.ts';
import { firstNeed } from '#lib/client/preview-need.ts';
import { useFigures } from '#lib/client/use-figures.ts';
import { definitionOf, type RunnableKind } from '#lib/kinds/definitions.ts';
import { formatAmountOf, formatPrice } from '#lib/money/display.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { CopiedBot } from './copied-bot.ts';
import { CopyPreview } from './copy-preview.tsx';
import { CopyShare } from './copy-share.tsx';
import type { CopyTerms } from './copy-values.ts';
import type { CopyFlow, ReviewedCopy } from './use-copy-flow.ts';

type Bot = CopiedBot & { readonly strategy_type: RunnableKind };

/**
 * The sheet before every copy (H52). Of an open bot it is that of a creation – what is bought, what moves would do, every parameter –, of a
 * closed one what a copier may know: what is taken, the leverage, the worst case (H54). Both say what the provider gets.
 */
export function CopyReview({ flow, bot, name }: { readonly flow: CopyFlow; readonly bot: Bot; readonly name: string }) {
  const t = useTranslations('copy');
  const { state, reviewed } = flow;
  if (reviewed === null || (state.step !== 'reviewing' && state.step !== 'sending') || state.review === null)
    return null;
  const { payload } = reviewed.terms;
  return (
    <ReviewFrame
      flow={flow}
      title={t('reviewTitle', { bot: name })}
      header={<p className="text-xs text-ink-3">{bot.traded}</p>}
      confirm={t('confirm')}
      onClose={flow.close}
    >
      {payload === null ? (
        <>
          <TermsRows copy={reviewed} kind={bot.strategy_type} />
          <Notice>{t('closed')}</Notice>
        </>
      ) : (
        <OpenBot bot={bot} copy={reviewed} payload={payload} />
      )}
      <CopyPreview followId={bot.strategy_id} {...reviewed} />
      <CopyShare terms={reviewed.terms} />
    </ReviewFrame>
  );
}

/** What is known of a copy without its parameters. */
function TermsRows({ copy: { values, terms }, kind }: { readonly copy: ReviewedCopy; readonly kind: RunnableKind }) {
  const t = useTranslations('copy.row');
  const locale = useLocale();
  const figures = useFigures();
  const prices = pricesOf(terms);
  const of = {
    kind,
    values: {
      investment: formatAmountOf('held-coin', values.money ?? '', terms.asset, { locale }),
      leverage: `${values.leverage === '' ? terms.leverage : values.leverage}X`,
      fee_rate: figures.percent(terms.fee_rate, 4),
      share_rate: figures.percent(terms.follow_fee_rate, 2),
    },
  };
  // A stranger would reckon hidden parameters from it (H54); who puts money in is told why it is missing (H52).
  const isUntold = terms.is_open_params === 0 && terms.leverage !== '' && prices.length === 0;
  return (
    <>
      <dl className="flex flex-col gap-1 text-xs">
        <ReviewRow name="taken" figure="investment" {...of} label={t('taken')}>
          {of.values.investment}
        </ReviewRow>
        {terms.leverage !== '' && (
          <ReviewRow name="leverage" figure="leverage" {...of} label={t('leverage')}>
            {of.values.leverage}
          </ReviewRow>
        )}
        {prices.map(({ id, label, figure, price }) => (
          <ReviewRow
            key={id}
            name="liquidation"
            figure={figure}
            kind={kind}
            values={{ [figure]: formatPrice(price, undefined, locale) }}
            label={t(label)}
          >
            {formatPrice(price, undefined, locale)}
          </ReviewRow>
        ))}
        <ReviewRow name="worst" figure={null} label={t('worst')}>
          {t('worstText')}
        </ReviewRow>
        <ReviewRow name="fee-rate" figure="fee_rate" {...of} label={t('feeRate')}>
          {of.values.fee_rate}
        </ReviewRow>
        <ReviewRow name="share" figure="share_rate" {...of} label={t('share')}>
          {of.values.share_rate}
        </ReviewRow>
      </dl>
      {isUntold && <p className="text-xs text-ink-3">{t('liquidationUntold')}</p>}
    </>
  );
}

/** Liquidation prices that there are (H39). */
function pricesOf(terms: CopyTerms) {
  const all = [
    { id: 'held', label: 'liquidation', figure: 'liquidation', price: terms.held_liq_price },
    { id: 'held-short', label: 'liquidation', figure: 'liquidation', price: terms.held_short_liq_price },
    { id: 'full', label: 'fullLiquidation', figure: 'full_liquidation', price: terms.liq_price },
    { id: 'full-short', label: 'fullLiquidation', figure: 'full_liquidation', price: terms.short_liq_price },
  ] as const;
  return all.flatMap(({ id, label, figure, price }) =>
    price === undefined || price === '' || price === '--' ? [] : [{ id, label, figure, price }],
  );
}

interface OpenProps {
  readonly bot: Bot;
  readonly copy: ReviewedCopy;
  readonly payload: Readonly<Record<string, unknown>>;
}

function OpenBot(props: OpenProps) {
  const { row, error } = useInstrumentRow(props.bot);
  const spec = useMemo(() => (row === undefined ? null : specOf(row)), [row]);
  if (spec !== null) return <OpenReview {...props} page={spec} />;
  return error !== undefined ? (
    <TermsRows copy={props.copy} kind={props.bot.strategy_type} />
  ) : (
    <Skeleton className="h-56 w-full" />
  );
}

/** The copy as a form of its kind would have it, with what the market says now. */
function useCopiedForm(kind: RunnableKind, payload: OpenProps['payload'], spec: MarketSpec): ReviewedForm {
  const definition: AnyDefinition = definitionOf(kind);
  const values = useMemo(() => prefilledValues(definition, { kind, payload }, spec), [definition, kind, payload, spec]);
  const facts = useMarketFacts(definition, spec, values, 0n);
  return useMemo(() => {
    const context = { ...facts, minAmount: null, phase: 'submit' as const };
    return { definition, spec, values, context, summary: definition.summary(values, context) };
  }, [definition, spec, values, facts]);
}

function OpenReview({ bot, payload, page }: OpenProps & { readonly page: MarketSpec }) {
  const spec = useKindSpec(bot.strategy_type, page);
  const form = useCopiedForm(bot.strategy_type, payload, spec);
  const work = usePreviewWorker(useMemo(() => firstNeed(spec), [spec]));
  const figures = useReview(form, work);
  return (
    <>
      <ReviewOpening form={form} figures={figures} />
      <ReviewLiquidation form={form} />
      <ReviewMoves form={form} figures={figures} />
      <ReviewParameters form={form} sent={form.values} />
    </>
  );
}
