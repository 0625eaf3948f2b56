'use client';

import { useTranslations } from 'next-intl';
import { textAt } from '#lib/client/keyed-texts.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { useBotFormat } from '../use-bot-format.ts';
import { usePriceText } from '../use-price-text.ts';

/** Reasons, markets and prices of a bot's orders; a portfolio's prices are of many markets and stand as they came. */
export function useWhyWords(bot: StrategyRow) {
  const t = useTranslations('books.why');
  const trades = useTranslations('bots.trades');
  const format = useBotFormat();
  const price = usePriceText(bot);
  const isPortfolio = factsOf(bot.strategy_type).trades === 'portfolio';
  return {
    isPortfolio,
    /** What stands over the markets of a portfolio: it has no lines. */
    market: trades('market'),
    // A reason that we have no word for is shown as the exchange wrote it.
    reason: (code: string): string => textAt(t, `reason.${code}`) ?? code,
    price: (text: string): string => (isPortfolio ? format.figure(text) : price(text)),
  };
}
