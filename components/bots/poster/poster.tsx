'use client';

import { useLocale, useTranslations } from 'next-intl';
import { Notice } from '#components/ui/notice.tsx';
import { trendShown } from '#components/ui/trend-text.tsx';
import { textAt } from '#lib/client/keyed-texts.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { periodCurve } from '#lib/formulas/period-curve.ts';
import { NO_FIGURE } from '#lib/money/display.ts';
import { creatorName } from '../creator-name.ts';
import { useAllPages } from '../detail/use-all-pages.ts';
import { tradedByRow } from '../traded-name.ts';
import { useBotFormat } from '../use-bot-format.ts';
import type { PosterCurve, PosterTexts } from './draw-poster.ts';
import { PosterFrame } from './poster-frame.tsx';
import { posterDays, shareLink } from './share-link.ts';

/** As the overview asks for it: one question for both. */
const CURVE_PAGE_SIZE = 100;
const CURVE_REFRESH_MS = 60_000;
const NO_CURVE: PosterCurve = [];

/** A bot's poster with its public link (M-038). */
export function Poster({ bot, onClose }: { readonly bot: StrategyRow; readonly onClose: () => void }) {
  const t = useTranslations('books.poster');
  const { texts, days } = usePosterTexts(bot);
  const { curve, isLoading } = usePosterCurve(bot);
  return (
    <PosterFrame
      title={t('title')}
      texts={texts}
      curve={isLoading ? null : curve}
      label={t('picture', { name: texts.name, rate: texts.rate, days })}
      fileName={`${bot.strategy_type}-${bot.strategy_id}`}
      notice={
        bot.is_hide === 1 && (
          <Notice tone="warn" className="mb-3">
            {t('hidden')}
          </Notice>
        )
      }
      onClose={onClose}
    />
  );
}

/** Rates and times alone: what money is in a bot is nobody's business. */
function usePosterTexts(bot: StrategyRow): { readonly texts: PosterTexts; readonly days: number } {
  const t = useTranslations('books.poster');
  const brand = useTranslations('common')('brand');
  const kinds = useTranslations('bots.kind');
  const language = useLocale();
  const format = useBotFormat();
  const days = posterDays(bot.run_times);
  const { year_pft_rate: year } = bot;
  const kind = textAt(kinds, bot.strategy_type) ?? bot.strategy_type;
  const rate = format.percent(bot.profit_rate);
  return {
    days,
    texts: {
      brand,
      name: bot.strategy_name === '' ? kind : bot.strategy_name,
      what: `${tradedByRow(bot)} · ${kind}`,
      rate: year === '' ? NO_FIGURE : format.percent(year),
      rateLabel: year === '' ? t('young') : t('yearRate'),
      trend: year === '' ? trendShown(bot.profit_rate, rate) : trendShown(year, format.percent(year)),
      figures: [
        [t('days'), format.figure(String(days))],
        [t('rate'), rate],
        [t('drawdown'), format.percent(bot.max_draw_down, false)],
      ],
      owner: creatorName(bot.user_info.nickname),
      scan: t('scan'),
      noCurve: t('noCurve'),
      link: shareLink(window.location.origin, language, bot, navigator),
    },
  };
}

function usePosterCurve(bot: StrategyRow): { readonly curve: PosterCurve; readonly isLoading: boolean } {
  const { replies, error } = useAllPages(
    'dailyCurve',
    {
      path: { id: String(bot.strategy_id) },
      query: { strategy_type: bot.strategy_type, type: 'home_curve', page_size: CURVE_PAGE_SIZE },
    },
    CURVE_REFRESH_MS,
  );
  const days = replies?.flatMap((reply) => reply.data ?? []);
  const curve = days === undefined || days.length < 2 ? null : periodCurve(days, 'all_period');
  return { curve: curve?.points ?? NO_CURVE, isLoading: replies === undefined && error === undefined };
}
