'use client';

import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { BotEnd, type TriedEnd } from '#components/bots/terminate/bot-end.ts';
import { useReplyText } from '#components/ui/use-reply-text.ts';
import { issueOf } from '#lib/client/reply-text.ts';
import { toast } from '#lib/client/toasts.ts';
import { fetchOk } from '#lib/client/use-call.ts';
import { useSingleRun } from '#lib/client/use-single-run.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import type { PlannedEnd } from './plan.ts';

/**
 * What became of one bot's end. `unknown`: it was sent and no answer came; it is asked for again under the same key. `unsent`: no answer came
 * before it was sent. `changed`: its plan is another by now.
 */
export type Outcome =
  | { readonly state: 'waiting' | 'sending' | 'ended' | 'unknown' | 'unsent' | 'changed' }
  | { readonly state: 'refused'; readonly why: string };

/** Of a refusal: what would be done now is not what was shown. */
const PLAN_STALE = 'plan-stale';

/** Ends bots one after the other, each under a key of its own that lives until it is answered; the fund password is asked for once. */
export function useEndAll() {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome>>(new Map());
  const { isBusy, run } = useSingleRun();
  /** Bots whose way of ending is saved though they did not end. */
  const [ways, setWays] = useState<ReadonlySet<number>>(new Set());
  const ends = useRef(new Map<number, BotEnd>());
  const t = useTranslations();
  const replyText = useReplyText();

  const note = (id: number, outcome: Outcome): void => setOutcomes((before) => new Map(before).set(id, outcome));

  const lookAtWays = (): void =>
    setWays(new Set([...ends.current].flatMap(([id, { isWayLeft }]) => (isWayLeft ? [id] : []))));

  const end = ({ bot, options, preview }: PlannedEnd): Promise<TriedEnd> => {
    const { strategy_id: id, strategy_type } = bot;
    const own = ends.current.get(id) ?? new BotEnd();
    ends.current.set(id, own);
    const savedBefore = async () =>
      (await fetchOk('stopOptions', { query: { strategy_id: String(id), strategy_type } })).data ?? [];
    return own.send(bot, { options, fingerprint: preview?.fingerprint, savedBefore });
  };

  const outcomeOf = (tried: TriedEnd): Outcome => {
    if (tried.state === 'abandoned') return { state: tried.isUnanswered ? 'unknown' : 'waiting' };
    if (tried.state !== 'refused') return { state: tried.state };
    return issueOf(tried.reply) === PLAN_STALE
      ? { state: 'changed' }
      : { state: 'refused', why: replyText(tried.reply) };
  };

  const sendEach = async (planned: readonly PlannedEnd[]): Promise<ReadonlyMap<number, Outcome>> => {
    const became = new Map<number, Outcome>();
    for (const one of planned) {
      const { strategy_id: id } = one.bot;
      if (one.obstacle !== null || outcomes.get(id)?.state === 'ended') continue;
      note(id, { state: 'sending' });
      const tried = await end(one);
      const outcome = outcomeOf(tried);
      became.set(id, outcome);
      note(id, outcome);
      lookAtWays();
      // The trader gave no fund password: nothing more is sent.
      if (tried.state === 'abandoned') break;
    }
    return became;
  };
  /** Sends what was planned, but for those that have ended. What became of those that were sent now; undefined: others are being sent. */
  const send = (planned: readonly PlannedEnd[]) => run(() => sendEach(planned));

  /** What was saved before a bot was to end, once more. */
  const putBack = (bot: StrategyRow): void =>
    void run(async () => {
      const isBack = (await ends.current.get(bot.strategy_id)?.putBack(bot)) ?? true;
      lookAtWays();
      toast(isBack ? 'success' : 'error', t(isBack ? 'common.success.operation' : 'bots.terminate.notPutBack'));
    });

  return { outcomes, ways, isBusy, send, putBack };
}
