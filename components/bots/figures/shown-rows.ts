'use client';

import { createContext } from 'react';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { tradedByRow } from '../traded-name.ts';
import type { FigureOf } from './figure-of.ts';

/** A row of a table, by what it is called in the tip of a column's figure. */
export interface FigureRow {
  readonly key: string;
  readonly name: string;
  readonly of: FigureOf;
}

export function botFigures(bot: StrategyRow): FigureRow {
  return {
    key: String(bot.strategy_id),
    name: `${tradedByRow(bot)} ${bot.strategy_name}`,
    of: { bot },
  };
}

/** The rows of the table around a figure's name: a column's figure is shown with the values of any of them. */
export const ShownRowsContext = createContext<readonly FigureRow[] | undefined>(undefined);
