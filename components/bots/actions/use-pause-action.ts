'use client';

import { useAnnounces } from '#lib/client/use-announces.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { isPausedByDocuments, pauseWord } from '#lib/kinds/pausing.ts';
import { isContractBot } from '../bot-instrument.ts';
import { isGridKind } from '../bot-state.ts';
import { pauseActionOf } from './bot-actions.ts';
import { useGridPermissions } from './use-grid-permissions.ts';

/**
 * Which of the two an own bot offers, where its exchange does it: of a kind that the documents do not pause, one that says so (H60, H61) and not before it has
 * said; of a grid on spot, to whom it says that he may (H32). Null: no own bot asks for nothing.
 */
export function usePauseAction(bot: StrategyRow | null): 'pause' | 'start' | null {
  const isOfSpotGrid = bot !== null && isGridKind(bot.strategy_type) && !isContractBot(bot);
  const permissions = useGridPermissions(isOfSpotGrid);
  const action = bot === null ? null : pauseActionOf(bot, permissions);
  const isSaid = bot === null || action !== 'pause' || isPausedByDocuments(bot.strategy_type);
  const isAnnounced = useAnnounces(isSaid ? null : pauseWord(bot.strategy_type));
  return isSaid || isAnnounced ? action : null;
}
