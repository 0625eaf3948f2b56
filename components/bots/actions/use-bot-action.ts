'use client';

import { useSWRConfig } from 'swr';
import { type ActionRun, useAction } from '#components/bots/actions/use-action.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { useAskAnew } from '../use-ask-anew.ts';
import { investPlanKey } from './use-invest-plan.ts';

/** One action on a bot: what was heard of it before is asked anew once it is done, and when it is refused: its plan is another by now. */
export function useBotAction(bot: Pick<StrategyRow, 'strategy_id'>, onDone: () => void): ActionRun {
  const askAnew = useAskAnew(bot);
  const { mutate } = useSWRConfig();
  const plans = investPlanKey(bot.strategy_id);
  const done = (): void => {
    askAnew();
    onDone();
  };
  const refused = (): void => {
    askAnew();
    void mutate((key) => typeof key === 'string' && key.startsWith(plans));
  };
  return useAction(done, refused);
}
