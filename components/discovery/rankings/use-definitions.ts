import { useLocale, useTranslations } from 'next-intl';
import type { RecommendedItem } from '#lib/contract/strategy.ts';
import { ANNUALISED_AFTER_SECONDS } from '#lib/formulas/annualised.ts';
import type { HeldDays } from '#lib/formulas/held-days.ts';
import { formatDayRate, formatNumber, formatPercent } from '#lib/money/display.ts';
import { DAY_SECONDS } from '#lib/time/durations.ts';
import { useDuration } from '../use-duration.ts';
import { holdApr, luckOf, type RankedFigure, scoreOf } from './ranked-figures.ts';

type Definitions = Readonly<Record<RankedFigure, readonly string[]>>;

/** A ranked bot with what each of its figures is made of. */
export interface DefinedBot {
  readonly item: RecommendedItem;
  readonly made: Definitions;
  /** What just holding did over the whole days of its life; null where that is not known. */
  readonly held: HeldDays | null;
}

/** What each figure of a bot is made of, in sentences with its own values. An exchange that does not tell them has the words alone. */
export function useDefinitions(): (item: RecommendedItem, held: HeldDays | null) => Definitions {
  const t = useTranslations('pages.rankings.def');
  const locale = useLocale();
  const duration = useDuration();
  const signed = (rate: string) => formatPercent(rate, { locale, isSigned: true });
  const day = (rate: string, isSigned = true) => formatDayRate(rate, { locale, isSigned });

  function hold(item: RecommendedItem): string[] {
    const { hold_rate: rate = '', hold_from: from = '', hold_to: to = '' } = item;
    if (rate === '') return [];
    // Prices are missing where there are several of them, or where the exchange does not tell them: then nobody knows what was held.
    if (from === '' || to === '') return item.asset_info.length === 0 ? [] : [t('holdCoins', { hold: signed(rate) })];
    const isOver = (item.finish_time ?? 0) > 0;
    const prices = { from: formatNumber(from, { locale }), to: formatNumber(to, { locale }) };
    return [t(isOver ? 'holdUntilEnd' : 'hold', { hold: signed(rate), ...prices })];
  }

  function score(item: RecommendedItem): string[] {
    const { rank_parts: parts } = item;
    const own = scoreOf(item);
    const luck = parts === undefined ? null : luckOf(parts.days, parts.day_deviation);
    if (parts === undefined || own === '' || luck === null) return [t('unknown')];
    return [
      t('score', { score: day(own) }),
      t('own', {
        own: day(parts.own_score),
        mean: day(parts.day_mean),
        luck: day(luck.rate, false),
        t: formatNumber(luck.t.toFixed(2), { locale }),
        deviation: day(parts.day_deviation, false),
        days: parts.days,
        fall: formatPercent(parts.fall, { locale }),
      }),
      t('provider', { provider: day(parts.provider_score) }),
    ];
  }

  function sharpe(item: RecommendedItem): string[] {
    const { rank_parts: parts, adj_sharp_rate: ratio } = item;
    // An exchange that does not say what its figures are made of does not say either why it sends none.
    if (ratio === '') return [t(parts === undefined ? 'unknown' : 'noSharpe')];
    if (parts === undefined || parts.sharpe_mean === '' || parts.sharpe_deviation === '') return [t('unknown')];
    return [
      t('sharpe', {
        sharpe: formatNumber(ratio, { locale, decimals: 2 }),
        mean: day(parts.sharpe_mean),
        deviation: day(parts.sharpe_deviation, false),
        days: parts.sharpe_days,
      }),
    ];
  }

  function apr(item: RecommendedItem): string[] {
    const { year_pft_rate: rate, run_times: seconds } = item;
    if (rate === '') return [t(seconds < ANNUALISED_AFTER_SECONDS ? 'noApr' : 'unknown')];
    const days = formatNumber((seconds / DAY_SECONDS).toFixed(2), { locale });
    const held = holdApr(item);
    return [
      t('apr', { apr: signed(rate), rate: signed(item.rate), days }),
      ...(held === '' ? [] : [t('holdApr', { hold: signed(held) })]),
    ];
  }

  function heldSharpe({ sharpe: ratio }: HeldDays): string[] {
    return ratio === null ? [] : [t('holdSharpe', { sharpe: formatNumber(ratio.toFixed(4), { locale, decimals: 2 }) })];
  }

  return (item, held) => ({
    score: score(item),
    yield: [t('yield', { rate: signed(item.rate), duration: duration(item.run_times) }), ...hold(item)],
    apr: apr(item),
    sharpe: [...sharpe(item), ...(held === null ? [] : heldSharpe(held))],
    drawdown: [
      t('drawdown', { fall: formatPercent(item.max_draw_down, { locale }) }),
      ...(held === null ? [] : [t('holdDrawdown', { fall: formatPercent(held.fall.toFixed(8), { locale }) })]),
    ],
  });
}
