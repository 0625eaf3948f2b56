import { useLocale, useTranslations } from 'next-intl';
import { detailPath } from '#components/addresses/paths.ts';
import type { SharedBot } from '#components/bots/figures/figure-of.ts';
import { FiguresMark } from '#components/bots/figures/figures-mark.tsx';
import { Avatar } from '#components/ui/avatar.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Sparkline } from '#components/ui/line-chart.tsx';
import { MarketOrCoins } from '#components/ui/portfolio-marks.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import type { TermId } from '#lib/figures/figures.ts';
import { formatNumber, formatPercent, formatPriceRange, MASKED_FIGURE, NO_FIGURE } from '#lib/money/display.ts';
import { DAY_SECONDS } from '#lib/time/durations.ts';
import { AiBadge } from './ai-badge.tsx';
import { Annualised } from './annualised.tsx';
import type { CardItem } from './card-item.ts';
import { EndMark } from './end-mark.tsx';
import { FigureList } from './figure-list.tsx';
import { HoldLine } from './hold-line.tsx';
import { useKindText } from './kind-text.ts';
import { QuietLine } from './quiet-line.tsx';
import { TrailingBadge } from './trailing-badge.tsx';
import { useDuration } from './use-duration.ts';

/** Whether its range and count are said, or that they are hidden. The coins of a portfolio are not (C-346). */
function isGridLike({ grid_num, coins }: CardItem): boolean {
  return grid_num !== '' && coins.length === 0;
}

/** What a bot is, in one line: a grid's range and count, a portfolio's shares, else the side and leverage it trades with. */
function KindLine({ item }: { readonly item: CardItem }) {
  const t = useTranslations('public.card');
  const locale = useLocale();
  // Grids without a range (infinite ones) say what bots without a grid say; where parameters are hidden nobody tells whether there is one.
  if (isGridLike(item)) return <GridLine item={item} />;
  // Where the shares are hidden the coins are named alone.
  const share = (rate: string): string =>
    rate === MASKED_FIGURE ? '' : ` ${formatPercent(rate, { locale, isTrimmed: true })}`;
  const portfolio = item.coins.map(({ asset, rate }) => `${asset}${share(rate)}`).join(' · ');
  // With 1X a bot on a contract is no spot bot yet.
  const isLevered = Number(item.leverage) > (item.isOnContract === true ? 0 : 1);
  const side = item.side === 'sell' ? t('short') : item.side === 'buy' && isLevered ? t('long') : '';
  const weight = isLevered ? t('leverage', { leverage: item.leverage }) : t('spot');
  // A side says by itself that what follows is its leverage.
  const words = side === '' ? weight : [side, isLevered ? `${item.leverage}X` : ''].join(' ').trim();
  return <p className="mt-auto truncate border-t pt-3 text-xs text-ink-2">{portfolio === '' ? words : portfolio}</p>;
}

/** The grid in one line: its range with the unit once, and its count; masked when the provider hides the parameters. */
function GridLine({ item }: { readonly item: CardItem }) {
  const t = useTranslations('public.card');
  const locale = useLocale();
  if (item.low_price === MASKED_FIGURE || item.high_price === MASKED_FIGURE) {
    return <p className="mt-auto border-t pt-3 text-xs text-ink-3">{t('hidden')}</p>;
  }
  return (
    <dl className="mt-auto flex items-center justify-between gap-3 border-t pt-3 text-xs">
      <div className="min-w-0 truncate">
        <dt className="sr-only">{t('range')}</dt>
        <dd>
          {/* A list of many markets reads no ticks: the two prices agree with each other. */}
          {formatPriceRange(item.low_price, item.high_price, undefined, locale)}{' '}
          <span className="text-ink-3">{item.market.split('_')[1]}</span>
        </dd>
      </div>
      <div className="flex flex-row-reverse gap-1 whitespace-nowrap">
        <dt className="text-ink-3">{t('grids')}</dt>
        <dd>{formatNumber(item.grid_num, { locale })}</dd>
      </div>
    </dl>
  );
}

/** What a card shows, in its order. */
const FIGURES: readonly TermId[] = [
  ...(['profit_rate', 'annualised', 'holding', 'drawdown', 'sharpe', 'matches', 'copies', 'run_time'] as const),
];
/** The figures of a card that its tip explains; those of a grid and of AI parameters where it has them. */
function figuresOf(item: CardItem): readonly TermId[] {
  return [
    ...FIGURES,
    ...(isGridLike(item) ? (['price_range', 'grids'] as const) : []),
    ...(item.ai_grade === undefined ? [] : (['grade'] as const)),
  ];
}

/** What the card's tip needs, and no more: it travels inside the page a second time. */
function sharedOf(item: CardItem): SharedBot {
  const { strategy_type, rate, year_pft_rate, max_draw_down, adj_sharp_rate, match_times } = item;
  const { follow_num, run_times, grid_num, hold_rate, ai_grade } = item;
  return {
    ...{
      strategy_type,
      rate,
      year_pft_rate,
      max_draw_down,
      adj_sharp_rate,
      match_times,
      follow_num,
      run_times,
      grid_num,
    },
    ...(hold_rate === undefined ? {} : { hold_rate }),
    ...(ai_grade === undefined ? {} : { ai_grade }),
  };
}

/** The curve to draw: the bot's whole life, which begins at 0. */
function cardCurve(curve: CardItem['curve']): readonly { readonly x: number; readonly y: number }[] {
  const points = curve.map(([x, y]) => ({ x, y: Number(y) }));
  const [first] = points;
  return first === undefined ? points : [{ x: first.x - DAY_SECONDS, y: 0 }, ...points];
}

function CardFigures({ item }: { readonly item: CardItem }) {
  const t = useTranslations('public.card');
  const locale = useLocale();
  return (
    <FigureList
      className="grid-cols-4"
      figures={[
        {
          id: 'drawdown',
          label: t('maxDrawDown'),
          value: formatPercent(item.max_draw_down, { locale }),
        },
        { id: 'sharpe', label: t('sharpe'), value: formatNumber(item.adj_sharp_rate, { locale, decimals: 2 }) },
        { id: 'matches', label: t('matches'), value: formatNumber(String(item.match_times), { locale }) },
        {
          id: 'copies',
          label: t('copies'),
          value: item.follow_num === 0 ? NO_FIGURE : formatNumber(String(item.follow_num), { locale }),
        },
      ]}
    />
  );
}

function CardHeading({ item }: { readonly item: CardItem }) {
  const t = useTranslations('public.card');
  const language = useLocale();
  const duration = useDuration();
  const kind = useKindText();
  return (
    <div>
      <div className="flex items-center justify-between gap-3">
        <h3 className="flex items-center gap-2 text-base font-semibold">
          <a
            href={detailPath(language, item)}
            data-bot={item.strategy_id}
            className="whitespace-nowrap after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-(--focus)"
          >
            <MarketOrCoins market={item.market} coins={item.coins} />
            <span className="sr-only">
              {' '}
              {t('open', { kind: kind(item.strategy_type, 'name'), creator: item.nickname })}
            </span>
          </a>
          <TrailingBadge up={item.stop_upward_price} down={item.stop_downward_price} />
        </h3>
        <div className="flex min-w-0 items-center gap-1.5">
          <EndMark bot={item} />
          <AiBadge bot={item} />
          <Badge className="min-w-0 truncate">{kind(item.strategy_type, 'name')}</Badge>
        </div>
      </div>
      <p className="mt-1 flex min-w-0 items-center gap-1.5 text-xs text-ink-3">
        <Avatar seed={item.anonymous} size={16} />
        <bdi className="truncate text-ink-2">{item.nickname}</bdi>
        <span aria-hidden>·</span>
        <span className="whitespace-nowrap">
          {t((item.finish_time ?? 0) > 0 ? 'ranUntilEnd' : 'ran', { duration: duration(item.run_times) })}
        </span>
      </p>
      {item.strategy_name !== '' && (
        <p className="mt-0.5 truncate text-xs text-ink-3">
          <bdi>{item.strategy_name}</bdi>
        </p>
      )}
    </div>
  );
}

/** One recommended bot. The whole card leads to its page (C-086), or opens it where a list has a dialog (H6); creators may stay behind '***' (C-350). */
export function StrategyCard({ item }: { readonly item: CardItem }) {
  const t = useTranslations('public.card');
  const locale = useLocale();
  const rate = formatPercent(item.rate, { locale, isSigned: true });
  return (
    <article className="panel relative flex h-full flex-col gap-3 p-4 transition-colors hover:border-ink-3">
      <CardHeading item={item} />
      <div className="grid grid-cols-[auto_1fr] items-end gap-4">
        <div>
          <p className="text-2xs text-ink-3">
            {t('yield')} <FiguresMark figures={figuresOf(item)} shared={sharedOf(item)} />
          </p>
          <p className="text-xl font-semibold">
            <TrendText value={item.rate} text={rate} />
          </p>
          <p className="mt-1 text-xs text-ink-3">
            {t('apr')} <Annualised rate={item.year_pft_rate} isOnCard />
          </p>
          <p>
            <HoldLine rate={item.hold_rate ?? ''} />
          </p>
        </div>
        <Sparkline points={cardCurve(item.curve)} label={t('curve', { rate })} className="min-w-0" />
      </div>
      <CardFigures item={item} />
      <QuietLine bot={item} />
      <KindLine item={item} />
    </article>
  );
}
