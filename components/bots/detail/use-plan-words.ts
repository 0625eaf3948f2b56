'use client';

import { useTranslations } from 'next-intl';
import type { ComponentProps } from 'react';
import { textAt } from '#lib/client/keyed-texts.ts';
import { PLAN_FIGURES } from '#lib/figures/screens.ts';
import { NO_FIGURE } from '#lib/money/display.ts';
import type { FigureName } from '../figures/figure-name.tsx';
import { useBotFormat } from '../use-bot-format.ts';
import { usePriceText } from '../use-price-text.ts';
import { useChangeWords } from './use-change-words.ts';

/** A figure of a plan as the exchange names it; `currency`: '' of prices and parameters. */
export interface PlanFigure {
  readonly name: string;
  readonly currency: string;
  readonly amount: string;
}

export interface PlanWords {
  readonly name: (name: string) => string;
  /** What says how it is computed. */
  readonly tip: (name: string) => Pick<ComponentProps<typeof FigureName>, 'figure' | 'kind'>;
  readonly amount: (figure: PlanFigure) => string;
  /** Signed. */
  readonly difference: (figure: PlanFigure) => string;
}

const isNumber = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);

/** How the figures of a plan are said, before it is carried out and after: every digit, for who compares them. */
export function usePlanWords(bot: Parameters<typeof useChangeWords>[0]): PlanWords {
  const t = useTranslations('bots.outcome');
  const changes = useChangeWords(bot);
  const format = useBotFormat();
  const price = usePriceText(bot);
  const amount = ({ name, currency, amount: text }: PlanFigure): string => {
    if (text === '') return NO_FIGURE;
    if (currency !== '') return format.amount('held-coin', text, currency);
    return name.startsWith('liquidation') && isNumber(text) ? price(text) : changes.value(name, text);
  };
  return {
    name: (name) => textAt(t, `figure.${name}`) ?? changes.name(name),
    tip: (name) => ({ figure: PLAN_FIGURES[name] ?? null, kind: bot.strategy_type }),
    amount,
    difference: ({ name, currency, amount: text }) => {
      if (currency !== '') return format.change(text, currency);
      return changes.isFraction(name) ? format.setPercent(text, true) : format.figure(text);
    },
  };
}
