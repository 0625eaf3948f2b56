'use client';

import { useMemo } from 'react';
import type { FigureValues } from '#components/bots/figures/figure-of.ts';
import type { FigureRow } from '#components/bots/figures/shown-rows.ts';
import { useBotFormat } from '#components/bots/use-bot-format.ts';
import type { PlanSort } from '#lib/contract/auto-invest-words.ts';
import type { TermId } from '#lib/figures/figures.ts';
import { sumOfDecimals } from '#lib/money/decimal-text.ts';
import type { PlanRow } from './plan-words.ts';

/** The figure of a column that sorts; null: what a plan is set to, which is not reckoned. */
export const PLAN_FIGURES: Readonly<Record<PlanSort, TermId | null>> = {
  amount: null,
  yesterday_earnings: 'yesterday_profit',
  position_gain: 'unrealised_profit',
  cumulative_amount: 'invested',
};

/** All of a plan's card. */
export const PLAN_CARD_FIGURES: readonly TermId[] = Object.values(PLAN_FIGURES).filter((figure) => figure !== null);

/** What a version holds: its worth is what it cost and what was gained on it since; nothing where no price is known. */
export function heldFigures(format: ReturnType<typeof useBotFormat>, plan: PlanRow): FigureValues {
  const { cum_hold: cost, position_gain: gain, money } = plan;
  if (gain === '' || cost === '') return {};
  return {
    unrealised_profit: format.profit(gain, money),
    position_value: format.amount('order-amount', sumOfDecimals([cost, gain]), money),
    cost: format.amount('order-amount', cost, money),
  };
}

/** What a plan's figures are, as its row has them, for their tips. */
export function usePlanRowFigures(): (row: PlanRow) => FigureRow {
  const format = useBotFormat();
  return useMemo(
    () => (row) => {
      const profit = (figure: string) => (figure === '' ? undefined : format.profit(figure, row.money));
      const values = {
        invested: format.amount('order-amount', row.cumulative_amount, row.money),
        ...heldFigures(format, row),
        yesterday_profit: profit(row.yesterday_earnings),
      };
      const known = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
      return {
        key: `${row.id} ${row.plan_version}`,
        name: row.name === '' ? format.time(row.create_time) : row.name,
        of: { kind: 'auto-investment', values: known },
      };
    },
    [format],
  );
}
