'use client';

import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { FigureName } from '#components/bots/figures/figure-name.tsx';
import { type FigureRow, ShownRowsContext } from '#components/bots/figures/shown-rows.ts';
import { useBotFormat } from '#components/bots/use-bot-format.ts';
import { LineChart } from '#components/ui/line-chart.tsx';
import { LiveGap } from '#components/ui/live-gap.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import { useAnnounces } from '#lib/client/use-announces.ts';
import { fetchOk, useLive } from '#lib/client/use-call.ts';
import { useFigures } from '#lib/client/use-figures.ts';
import type { ReplyOf } from '#lib/contract/contract.ts';
import type { CopyPreview as Preview } from '#lib/contract/copy-calls.ts';
import { isFigure } from '#lib/money/decimal-text.ts';
import { NO_FIGURE } from '#lib/money/display.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import { DAY_SECONDS } from '#lib/time/durations.ts';
import { type CopyTerms, chosen } from './copy-values.ts';

type Compared = NonNullable<Preview['result']>;
type Reply = ReplyOf<'followPreview'>;

/** Between two questions while it is replayed. */
const ASK_MS = 800;
const HEIGHT = 96;

interface Props {
  readonly followId: number;
  readonly values: FormValues;
  /** The exchange's word of a copy of these values; null while it is not known, or there is no amount. */
  readonly terms: CopyTerms | null;
  /** The terms are on their way. */
  readonly isAwaited?: boolean;
}

/** The original's last days with the copier's amount, beside it with its own: by how much a copy would have missed it (issue 11). Nothing where the exchange cannot say it (H61). */
export function CopyPreview({ followId, values, terms, isAwaited = false }: Props) {
  const t = useTranslations('copy.preview');
  const titleId = useId();
  const isThere = useAnnounces('copy_preview');
  if (!isThere) return null;
  return (
    <section
      aria-labelledby={titleId}
      className="flex min-h-28 flex-col gap-2 rounded-md bg-surface-2 px-3 py-2 text-xs"
    >
      <h3 id={titleId} className="font-medium text-ink-2">
        {t('title')}
      </h3>
      <div aria-live="polite" className="flex flex-col gap-2">
        {terms !== null ? (
          <Asked {...{ followId, values, terms }} />
        ) : isAwaited ? (
          <Skeleton className="h-16 w-full" />
        ) : (
          <p className="text-ink-3">{t('noAmount')}</p>
        )}
      </div>
    </section>
  );
}

function usePreview({ followId, values, terms }: Props & { readonly terms: CopyTerms }) {
  const { use_experience: _trial, ...choice } = chosen(values, terms);
  const body = { follow_id: followId, money: values.money ?? '', ...choice };
  const { data, error } = useLive(`copy preview ${JSON.stringify(body)}`, () => fetchOk('followPreview', { body }), {
    refreshInterval: (latest) => (isPending(previewIn(latest)) ? ASK_MS : 0),
    keepPreviousData: false,
    revalidateOnFocus: false,
  });
  return { preview: previewIn(data), error };
}

function previewIn(reply: Reply | undefined): Preview | null {
  const data = reply?.data;
  return data !== undefined && data !== null && 'outcome' in data ? data : null;
}

function isPending(preview: Preview | null): boolean {
  return preview?.status === 'queued' || preview?.status === 'running';
}

function Asked(props: Props & { readonly terms: CopyTerms }) {
  const t = useTranslations('copy.preview');
  const { preview, error } = usePreview(props);
  // What is asked again and not answered any more is not on its way.
  if (preview === null || (isPending(preview) && error !== undefined))
    return <LiveGap error={error} unknown={t('failed')} className="h-16 w-full" />;
  if (preview.status === 'failed') return <p className="text-ink-3">{t('failed')}</p>;
  const { outcome, result } = preview;
  if (isPending(preview))
    return (
      <>
        <p className="text-ink-3">{t('working')}</p>
        <Skeleton className="h-8 w-full" />
      </>
    );
  if (outcome === '') return <p className="text-ink-3">{t('failed')}</p>;
  if (outcome !== 'compared') return <p className="text-ink-3">{t(`unsaid.${outcome}`)}</p>;
  if (result === null) return <p className="text-ink-3">{t('failed')}</p>;
  return <Result result={result} />;
}

function Result({ result }: { readonly result: Compared }) {
  const t = useTranslations('copy.preview');
  const { original, copy, tracking_difference: difference } = result;
  const figures = useFigures();
  const format = useBotFormat();
  const days = Math.floor((result.to - result.from) / DAY_SECONDS);
  const points = figures.percentOf(Math.abs(Number(difference)) * 100, 2);
  const sentence = !/[1-9]/.test(difference) ? 'same' : difference.startsWith('-') ? 'behind' : 'ahead';
  const sides = [
    { id: 'copy', label: t('copy'), side: copy },
    { id: 'original', label: t('original'), side: original },
  ];
  const shown = sides.map(
    ({ id, label, side }): FigureRow => ({
      key: id,
      name: label,
      of: {
        values: {
          profit_rate: format.percent(side.profit_rate),
          drawdown: figures.percent(side.max_draw_down, 2),
          ...('share_rate' in side ? { share_rate: figures.percent(String(side.share_rate), 2) } : {}),
        },
      },
    }),
  );
  return (
    <>
      {difference !== '' && <p className="text-sm">{t(sentence, { days, points })}</p>}
      <ShownRowsContext value={shown}>
        <table className="w-full tabular-nums">
          <thead className="text-ink-3">
            <tr>
              <td />
              <th scope="col" className="py-1 text-end font-normal">
                <FigureName figure="profit_rate">{t('return')}</FigureName>
              </th>
              <th scope="col" className="py-1 text-end font-normal">
                <FigureName figure="share_rate">{t('share')}</FigureName>
              </th>
              <th scope="col" className="py-1 text-end font-normal">
                <FigureName figure="drawdown">{t('fall')}</FigureName>
              </th>
            </tr>
          </thead>
          <tbody>
            {sides.map(({ id, label, side }) => (
              <tr key={id}>
                <th scope="row" className="py-1 pe-2 text-start font-normal">
                  {label}
                </th>
                <td className="py-1 text-end">
                  <TrendText value={side.profit_rate} text={format.percent(side.profit_rate)} />
                </td>
                <td className="py-1 text-end">
                  {'share_rate' in side ? figures.percent(String(side.share_rate), 2) : NO_FIGURE}
                </td>
                <td className="py-1 text-end">{figures.percent(side.max_draw_down, 2)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ShownRowsContext>
      {copy.finish_as !== '' && <p className="text-warn">{t('ended')}</p>}
      <Curve result={result} />
      <p className="text-2xs text-ink-3">{t('note')}</p>
    </>
  );
}

/** Both returns by day, of an original whose parameters are shown. */
function Curve({ result: { curve, copy, original, from, to } }: { readonly result: Compared }) {
  const t = useTranslations('copy.preview');
  const format = useBotFormat();
  const known = curve?.filter((point) => isFigure(point.copy) && isFigure(point.original)) ?? [];
  if (known.length < 3) return null;
  const words = { copy: format.percent(copy.profit_rate), original: format.percent(original.profit_rate) };
  const dayOf = (seconds: number): string => format.day(new Date(seconds * 1000).toISOString().slice(0, 10));
  return (
    <LineChart
      points={known.map((point) => ({ x: point.time, y: Number(point.copy) }))}
      reference={known.map((point) => ({ x: point.time, y: Number(point.original) }))}
      height={HEIGHT}
      label={t('chartLabel', words)}
      formatY={(y) => format.percent(y.toFixed(4))}
      startLabel={dayOf(from)}
      endLabel={dayOf(to)}
    />
  );
}
