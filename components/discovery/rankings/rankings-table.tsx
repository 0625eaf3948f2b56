import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { detailPath, type SortOrder, signalerPath } from '#components/addresses/paths.ts';
import { creatorName } from '#components/bots/creator-name.ts';
import { FigureName } from '#components/bots/figures/figure-name.tsx';
import type { FigureRow } from '#components/bots/figures/shown-rows.ts';
import { ShownRows } from '#components/bots/figures/shown-rows-of.tsx';
import { tradedName } from '#components/bots/traded-name.ts';
import { InfoTip } from '#components/ui/info-tip.tsx';
import { MarketOrCoins } from '#components/ui/portfolio-marks.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import type { RecommendedItem } from '#lib/contract/strategy.ts';
import type { FigureId } from '#lib/figures/figures.ts';
import type { HeldDays } from '#lib/formulas/held-days.ts';
import { formatDayRate, formatNumber, formatPercent } from '#lib/money/display.ts';
import { DAY_SECONDS } from '#lib/time/durations.ts';
import { EndMark } from '../end-mark.tsx';
import { useKindText } from '../kind-text.ts';
import { MadeTable } from '../made-table.tsx';
import { QuietLine } from '../quiet-line.tsx';
import { figuresOf, holdApr, type RankedFigure, scoreOf } from './ranked-figures.ts';
import type { DefinedBot } from './use-definitions.ts';

const RANKED = {
  score: 'score',
  yield: 'profit_rate',
  apr: 'annualised',
  sharpe: 'sharpe',
  drawdown: 'drawdown',
} as const satisfies Readonly<Record<RankedFigure, FigureId>>;

/** The bots of a ranking, best first; each figure says how it was made. The figure that they are ranked by stands first. */
export function RankingsTable({ order, bots }: { readonly order: SortOrder; readonly bots: readonly DefinedBot[] }) {
  const t = useTranslations('pages.rankings');
  const names = useTranslations('public.list.metaOrder');
  const figures = figuresOf(order);
  const shown = useShownBots(bots);
  return (
    <ShownRows rows={shown}>
      <MadeTable
        label={t('table', { order: names(order) })}
        columns={[
          { id: 'bot', header: t('bot') },
          ...figures.map((figure) => ({
            id: figure,
            header: <FigureName figure={RANKED[figure]}>{t(`figure.${figure}`)}</FigureName>,
            align: 'end' as const,
            isExplained: true,
          })),
          { id: 'days', header: t('days'), align: 'end' },
        ]}
        rows={bots.map(({ item, made, held }, index) => ({
          key: String(item.strategy_id),
          cells: [
            <RankedBot key="bot" item={item} place={index + 1} />,
            ...figures.map((figure) => (
              <ExplainedFigure key={figure} item={item} held={held} figure={figure} made={made[figure]} />
            )),
            <Days key="days" item={item} />,
          ],
        }))}
      />
    </ShownRows>
  );
}

/** What the heads' figures are of, bot by bot. */
function useShownBots(bots: readonly DefinedBot[]): readonly FigureRow[] {
  const locale = useLocale();
  const kind = useKindText();
  return bots.map(({ item }, index) => ({
    key: String(item.strategy_id),
    name: `${index + 1}. ${tradedName(item.market, item.asset_info)} ${kind(item.strategy_type, 'name')}`,
    of: {
      kind: item.strategy_type,
      values: {
        score: formatDayRate(scoreOf(item), { locale, isSigned: true }),
        profit_rate: formatPercent(item.rate, { locale, isSigned: true }),
        annualised: formatPercent(item.year_pft_rate, { locale, isSigned: true }),
        sharpe: formatNumber(item.adj_sharp_rate, { locale, decimals: 2 }),
        drawdown: formatPercent(item.max_draw_down, { locale }),
      },
    },
  }));
}

function coinsOf({ market, asset_info: coins }: RecommendedItem): ReactNode {
  return <MarketOrCoins market={market} coins={coins} />;
}

function addressOf(language: string, item: RecommendedItem): string {
  return detailPath(language, { ...item, anonymous: item.user_info.anonymous });
}

function RankedBot({ item, place }: { readonly item: RecommendedItem; readonly place: number }) {
  const language = useLocale();
  const kind = useKindText();
  return (
    <div className="flex items-start gap-2 py-1 text-sm whitespace-normal">
      <span className="w-5 shrink-0 pt-3 text-end text-ink-3 tabular-nums md:pt-1.5">
        {formatNumber(String(place), { locale: language })}
      </span>
      <div className="min-w-0">
        <a
          href={addressOf(language, item)}
          className="flex min-h-11 flex-wrap items-center gap-x-2 hover:text-accent md:min-h-8"
        >
          {coinsOf(item)}
          <span className="text-xs text-ink-2">{kind(item.strategy_type, 'name')}</span>
          <EndMark bot={item} />
        </a>
        <Provider {...item.user_info} />
        <QuietLine bot={item} />
      </div>
    </div>
  );
}

/** Who has shared the bot, with the way to all that is shared there, in a new window (C-028); no way to a provider whom the exchange does not name. */
function Provider({ anonymous, nickname }: Pick<RecommendedItem['user_info'], 'anonymous' | 'nickname'>) {
  const language = useLocale();
  const t = useTranslations('public.detail');
  const looks = 'flex min-h-11 max-w-40 items-center text-2xs text-ink-3 md:min-h-6';
  const name = <bdi className="truncate">{creatorName(nickname)}</bdi>;
  if (anonymous === '') return <span className={looks}>{name}</span>;
  return (
    <a href={signalerPath(language, anonymous)} target="_blank" rel="noopener" className={`${looks} hover:text-ink-1`}>
      {name} <span className="sr-only">({t('opensNewWindow')})</span>
    </a>
  );
}

/** A figure, under it that of just holding, and on demand how it was made. Nobody holds by a score. */
function ExplainedFigure({
  item,
  held: days,
  figure,
  made,
}: {
  readonly item: RecommendedItem;
  readonly held: HeldDays | null;
  readonly figure: RankedFigure;
  readonly made: readonly string[];
}) {
  const t = useTranslations('pages.rankings');
  const locale = useLocale();
  const signed = (rate: string) => formatPercent(rate, { locale, isSigned: true });
  const trend = (rate: string) => <TrendText value={rate} text={signed(rate)} />;
  const face: Readonly<Record<RankedFigure, () => ReactNode>> = {
    // Neither gain nor loss: what is deducted for luck leaves most scores below zero, those of good bots too.
    score: () => formatDayRate(scoreOf(item), { locale, isSigned: true }),
    yield: () => trend(item.rate),
    apr: () => trend(item.year_pft_rate),
    sharpe: () => formatNumber(item.adj_sharp_rate, { locale, decimals: 2 }),
    drawdown: () => formatPercent(item.max_draw_down, { locale }),
  };
  const ratio = days?.sharpe ?? null;
  const held: Readonly<Partial<Record<RankedFigure, string>>> = {
    yield: signed(item.hold_rate ?? ''),
    apr: signed(holdApr(item)),
    ...(ratio === null ? {} : { sharpe: formatNumber(ratio.toFixed(4), { locale, decimals: 2 }) }),
    ...(days === null ? {} : { drawdown: formatPercent(days.fall.toFixed(8), { locale }) }),
  };
  const hold = held[figure];
  return (
    <span className="text-sm tabular-nums">
      <InfoTip face={face[figure]()}>
        {made.map((sentence) => (
          <span key={sentence} className="mb-1 block last:mb-0">
            {sentence}
          </span>
        ))}
      </InfoTip>
      {hold !== undefined && <span className="block text-2xs text-ink-3">{t('holding', { rate: hold })}</span>}
    </span>
  );
}

/** Whole days that its rank is of. */
function Days({ item: { rank_parts: parts, run_times } }: { readonly item: RecommendedItem }) {
  const locale = useLocale();
  const days = formatNumber(String(parts?.days ?? Math.floor(run_times / DAY_SECONDS)), { locale });
  return <span className="text-sm tabular-nums">{days}</span>;
}
