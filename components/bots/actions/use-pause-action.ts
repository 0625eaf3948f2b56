'use client';

import { useCall } from '#lib/client/use-call.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { isPausedByDocuments, pauseWord } from '#lib/kinds/pausing.ts';
import { isContractBot } from '../bot-instrument.ts';
import { isGridKind } from '../bot-state.ts';
import { pauseActionOf } from './bot-actions.ts';

/**
 * Which of the two an own bot offers, where its exchange does it: of a kind that the documents do not pause, one that says so (H60, H61) and not before it has
 * said; of a grid on spot, not to whom it says that he may not (H32). Null: no own bot asks for nothing.
 */
export function usePauseAction(bot: StrategyRow | null): 'pause' | 'start' | null {
  const action = bot === null ? null : pauseActionOf(bot);
  const paused = action === 'pause' ? bot : null;
  const isSaid = paused === null || isPausedByDocuments(paused.strategy_type);
  const { data: announced } = useCall('capabilities', isSaid ? null : {});
  const isOfSpotGrid = paused !== null && isGridKind(paused.strategy_type) && !isContractBot(paused);
  const { data: granted } = useCall('permissions', isOfSpotGrid ? {} : null, { revalidateOnFocus: false });
  if (!isSaid && announced?.data?.includes(pauseWord(paused.strategy_type)) !== true) return null;
  const said = isOfSpotGrid ? granted?.data : undefined;
  return said !== undefined && 'spot_grid_pause' in said && !said.spot_grid_pause ? null : action;
}
