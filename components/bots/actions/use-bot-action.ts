'use client';

import { type ActionRun, useAction } from '#components/bots/actions/use-action.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { useAskAnew } from '../use-ask-anew.ts';

/** One action on a bot: what was heard of it before is asked anew once it is done. */
export function useBotAction(bot: Pick<StrategyRow, 'strategy_id'>, onDone: () => void): ActionRun {
  const askAnew = useAskAnew(bot);
  return useAction(() => {
    askAnew();
    onDone();
  });
}
