'use client';

import { useTranslations } from 'next-intl';
import { textsOf } from '#lib/client/keyed-texts.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { reasonKey } from './bot-state.ts';

/** Why a bot has ended, in words. */
export function useEndText(): (bot: Pick<StrategyRow, 'finish_as' | 'strategy_type' | 'settle'>) => string {
  const text = textsOf(useTranslations('bots.reason'));
  return (bot) => text(reasonKey(bot.finish_as, bot.strategy_type, bot.settle));
}
