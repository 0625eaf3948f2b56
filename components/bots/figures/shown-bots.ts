'use client';

import { createContext } from 'react';
import type { StrategyRow } from '#lib/contract/strategy.ts';

/** The bots of the table around a figure's name: a column's figure is shown with the values of any of them. */
export const ShownBotsContext = createContext<readonly StrategyRow[] | undefined>(undefined);
