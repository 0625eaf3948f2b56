'use client';

import { useLocale } from 'next-intl';
import { useBotFormat } from '#components/bots/use-bot-format.ts';
import { formatNumber } from '#lib/money/display.ts';
import type { FigureValues, SharedBot } from './figure-of.ts';

/** What a card tells of a shared bot, by the glossary's terms, as cards write it. What is not known is not there. */
export function useSharedValues(bot: SharedBot): FigureValues {
  const locale = useLocale();
  const format = useBotFormat();
  const isTold = (figure: string | undefined): figure is string => figure !== undefined && /\d/.test(figure);
  const values = {
    profit_rate: isTold(bot.rate) ? format.percent(bot.rate) : undefined,
    annualised: isTold(bot.year_pft_rate) ? format.percent(bot.year_pft_rate) : undefined,
    holding: isTold(bot.hold_rate) ? format.percent(bot.hold_rate) : undefined,
    drawdown: isTold(bot.max_draw_down) ? format.percent(bot.max_draw_down, false) : undefined,
    sharpe: isTold(bot.adj_sharp_rate) ? formatNumber(bot.adj_sharp_rate, { locale, decimals: 2 }) : undefined,
    matches: format.figure(String(bot.match_times)),
    copies: format.figure(String(bot.follow_num)),
    run_time: format.duration(bot.run_times),
    grade: bot.ai_grade?.grade,
    grids: isTold(bot.grid_num) ? format.figure(bot.grid_num) : undefined,
  };
  return Object.fromEntries(Object.entries(values).filter(([, text]) => text !== undefined));
}
