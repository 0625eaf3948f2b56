'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useMemo } from 'react';
import type { Instrument } from '#components/addresses/paths.ts';
import type { ChartPart } from '#components/chart/chart-part.ts';
import { textAt } from '#lib/client/keyed-texts.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { formatPrice } from '#lib/money/display.ts';
import { fillSignals, isFillOf } from './bot-fills.ts';
import { type BotFills, useBotFills } from './use-bot-fills.ts';
import { useBotLines } from './use-bot-lines.ts';

export interface BotDrawing {
  /** The lines that have a name, in words: the canvas says nothing to who cannot see it. */
  readonly named: readonly string[];
  /** Fills on this market that are drawn. */
  readonly buys: number;
  readonly sells: number;
  readonly fills: BotFills['state'];
}

/** Draws a bot on the chart of a market for as long as it is shown there, and says what was drawn. */
export function useBotDrawing(bot: StrategyRow, instrument: Instrument, part: ChartPart): BotDrawing {
  const { handle, priceDecimals, barSeconds, sinceS } = part;
  const t = useTranslations('bots.chart');
  const fields = useTranslations('fields');
  const language = useLocale();
  const { market, type } = instrument;
  const lines = useBotLines(bot, instrument, priceDecimals);
  const { fills, state } = useBotFills(bot, sinceS);
  const isOfOneMarket = factsOf(bot.strategy_type).trades === 'market';
  const here = useMemo(
    () => fills.filter((fill) => isFillOf(fill, { market, type }, isOfOneMarket)),
    [fills, market, type, isOfOneMarket],
  );
  const marks = useMemo(
    () =>
      lines.map(({ label, ...line }) => (label === undefined ? line : { ...line, label: textAt(fields, label) ?? '' })),
    [lines, fields],
  );
  useEffect(() => handle.setMarks(marks), [handle, marks]);
  useEffect(
    () => handle.setSignals(fillSignals(here, barSeconds, (side, count) => t(`mark.${side}`, { count }))),
    [handle, here, barSeconds, t],
  );
  useEffect(
    () => () => {
      handle.setMarks([]);
      handle.setSignals([]);
    },
    [handle],
  );
  return useMemo(() => {
    const price = (figure: number): string => formatPrice(figure.toFixed(priceDecimals), priceDecimals, language);
    const drawn = here.filter(({ match_price }) => Number(match_price) > 0);
    const buys = drawn.filter(({ side }) => side === 'buy').length;
    return {
      named: marks.flatMap((mark) => ('label' in mark ? [`${mark.label} ${price(mark.price)}`] : [])),
      buys,
      sells: drawn.length - buys,
      fills: state,
    };
  }, [marks, here, state, priceDecimals, language]);
}
