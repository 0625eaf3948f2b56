'use client';

import { useTranslations } from 'next-intl';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { parseAmount } from '#lib/money/amount.ts';
import { NO_FIGURE } from '#lib/money/display.ts';
import { isContractBot } from './bot-instrument.ts';
import { useBotFormat } from './use-bot-format.ts';
import { useInstrumentRow } from './use-instrument-row.ts';

export interface QuantityText {
  /** What quantities are counted in: the coin, or contracts. */
  readonly unit: string;
  /** A quantity as orders and fills carry it; '--' while the contract's size is not known. */
  readonly text: (quantity: string) => string;
}

/**
 * Quantities of a bot's orders and fills. On contracts the exchange tells them in what a contract stands for (0.0105 BTC);
 * traders count contracts, as the position and the form do: 105.
 */
export function useQuantityText(
  bot: Pick<StrategyRow, 'strategy_type' | 'market' | 'money_asset' | 'settle'>,
): QuantityText {
  const contracts = useTranslations('bots.rounds')('contractsUnit');
  const { amount, figure } = useBotFormat();
  const multiplier = useInstrumentRow(bot).row?.contract?.quanto_multiplier;
  const [base = ''] = bot.market.split('_');
  if (!isContractBot(bot)) return { unit: base, text: (quantity) => amount('quantity', quantity, base, false) };
  const quantoUnits = parseAmount(multiplier ?? '');
  return {
    unit: contracts,
    text: (quantity) => {
      const units = parseAmount(quantity);
      if (units === null || quantoUnits === null || quantoUnits === 0n) return NO_FIGURE;
      return figure(String(units / quantoUnits));
    },
  };
}
