'use client';

import { useSWRConfig } from 'swr';
import { type ActionRun, type ActionTelling, type Done, useAction } from '#components/bots/actions/use-action.ts';
import { useOwnClose } from '#lib/client/use-is-there.ts';
import { isRecord } from '#lib/contract/is-record.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { useAskAnew } from '../use-ask-anew.ts';
import { useToldOutcome } from '../use-told-outcome.ts';
import { investPlanKey } from './use-invest-plan.ts';

/** The plan that a call named; undefined: none. */
function planOf(input: Done['input']): string | undefined {
  const { body }: { readonly body?: unknown } = input;
  return isRecord(body) && typeof body.fingerprint === 'string' ? body.fingerprint : undefined;
}

/**
 * One action on a bot: what was heard of it before is asked anew once it is done – with what came of its plan –, and when it is refused:
 * its plan is another by now. `onDone` of a screen that is still there.
 */
export function useBotAction(bot: StrategyRow, onDone: () => void, told?: ActionTelling['told']): ActionRun {
  const askAnew = useAskAnew(bot);
  const { mutate } = useSWRConfig();
  const plans = investPlanKey(bot.strategy_id);
  const tellOutcome = useToldOutcome(bot);
  const leave = useOwnClose(onDone);
  const done = ({ input, toastId }: Done): void => {
    askAnew();
    const fingerprint = planOf(input);
    if (fingerprint !== undefined) void tellOutcome(toastId, { act: 'change', fingerprint });
    leave();
  };
  const refused = (): void => {
    askAnew();
    void mutate((key) => typeof key === 'string' && key.startsWith(plans));
  };
  return useAction(done, { ...(told === undefined ? {} : { told }), onRefused: refused });
}
