'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { copyText } from '#lib/client/copy-text.ts';
import { saveFile } from '#lib/client/file-texts.ts';
import { textAt } from '#lib/client/keyed-texts.ts';
import { toast } from '#lib/client/toasts.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { periodCurve } from '#lib/formulas/period-curve.ts';
import { NO_FIGURE } from '#lib/money/display.ts';
import { useAllPages } from '../detail/use-all-pages.ts';
import { useBotFormat } from '../use-bot-format.ts';
import { drawPoster, POSTER, type PosterCurve, type PosterTexts } from './draw-poster.ts';
import { posterDays, shareLink } from './share-link.ts';

/** As the overview asks for it: one question for both. */
const CURVE_PAGE_SIZE = 100;
const CURVE_REFRESH_MS = 60_000;
const NO_CURVE: PosterCurve = [];

/** Shown as it will be, kept as a picture, given on by the phone's own sheet, or as its link alone. */
export function Poster({ bot, onClose }: { readonly bot: StrategyRow; readonly onClose: () => void }) {
  const t = useTranslations('books.poster');
  const common = useTranslations('common.error');
  const canvas = useRef<HTMLCanvasElement>(null);
  const { texts, days } = usePosterTexts(bot);
  const { curve, isLoading } = usePosterCurve(bot);
  useEffect(() => {
    if (canvas.current === null || isLoading) return;
    drawPoster(canvas.current, texts, curve, getComputedStyle(document.body).fontFamily);
  });
  const failed = (error: unknown): void => {
    // Closing the share sheet is a choice, not a fault.
    if (!(error instanceof DOMException && error.name === 'AbortError')) toast('error', common('generic'));
  };
  const save = (): void => {
    canvas.current?.toBlob((png) => {
      if (png === null) toast('error', common('generic'));
      else saveFile(`${bot.strategy_type}-${bot.strategy_id}.png`, png);
    }, 'image/png');
  };
  const copy = (): void => {
    copyText(texts.link).then(() => toast('success', t('copied')), failed);
  };
  const share = (): void => {
    navigator.share({ title: bot.strategy_name, url: texts.link }).catch(failed);
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('title')}
      width="sm"
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          {'share' in navigator && <Button onClick={share}>{t('share')}</Button>}
          <Button onClick={copy}>{t('copy')}</Button>
          <Button tone="primary" disabled={isLoading} onClick={save}>
            {t('save')}
          </Button>
        </div>
      }
    >
      {bot.is_hide === 1 && (
        <Notice tone="warn" className="mb-3">
          {t('hidden')}
        </Notice>
      )}
      <div className="flex justify-center">
        {isLoading ? (
          <Skeleton className="aspect-[360/520] h-[min(44dvh,433px)]" />
        ) : (
          <canvas
            ref={canvas}
            role="img"
            aria-label={t('picture', { name: texts.name, rate: texts.yearRate, days })}
            data-poster-link={texts.link}
            style={{ aspectRatio: `${POSTER.width} / ${POSTER.height}` }}
            // Where it is higher than a phone has room, keys have to scroll it.
            tabIndex={0}
            className="h-[min(44dvh,433px)] rounded-lg"
          />
        )}
      </div>
    </Dialog>
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
  const market = bot.market.replace('_', '/');
  return {
    days,
    texts: {
      brand,
      name: bot.strategy_name === '' ? kind : bot.strategy_name,
      what: `${market} · ${kind}`,
      yearRate: year === '' ? NO_FIGURE : format.percent(year),
      yearLabel: year === '' ? t('young') : t('yearRate'),
      isLoss: (year === '' ? bot.profit_rate : year).startsWith('-'),
      figures: [
        [t('days'), format.figure(String(days))],
        [t('rate'), format.percent(bot.profit_rate)],
        [t('drawdown'), format.percent(bot.max_draw_down, false)],
      ],
      owner: bot.user_info.nickname,
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
