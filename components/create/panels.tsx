'use client';

import type { ComponentType } from 'react';
import { ConditionsPanel } from '#components/conditions/conditions-panel.tsx';
import type { FormPanelProps } from '#components/form/form-panel-props.ts';
import { ArbitrageMarketPanel } from './arbitrage-market-panel.tsx';
import { CoinListPanel } from './coin-list-panel.tsx';
import { FreeParamsPanel } from './free-params-panel.tsx';
import { LeveragePanel } from './leverage-panel.tsx';
import { OrderOverviewPanel } from './order-overview-panel.tsx';
import { TrailingPanel } from './trailing-panel.tsx';

/** Blocks that no descriptor can say, by the name that a field's `panel` gives. Partial: most kinds need none. */
export const FORM_PANELS: Readonly<Partial<Record<string, ComponentType<FormPanelProps>>>> = {
  trailing: TrailingPanel,
  leverage: LeveragePanel,
  'free-params': FreeParamsPanel,
  'order-overview': OrderOverviewPanel,
  'coin-list': CoinListPanel,
  'arbitrage-market': ArbitrageMarketPanel,
  conditions: ConditionsPanel,
};
