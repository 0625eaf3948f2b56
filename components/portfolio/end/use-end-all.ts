'use client';

import { useRef, useState } from 'react';
import { BotEnd, type TriedEnd } from '#components/bots/terminate/bot-end.ts';
import { useReplyText } from '#components/ui/use-reply-text.ts';
import { issueOf } from '#lib/client/reply-text.ts';
import { fetchOk } from '#lib/client/use-call.ts';
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
  const [isBusy, setIsBusy] = useState(false);
  const ends = useRef(new Map<number, BotEnd>());
  const replyText = useReplyText();

  const note = (id: number, outcome: Outcome): void => setOutcomes((before) => new Map(before).set(id, outcome));

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

  /** Sends what was planned, but for those that have ended. What became of those that were sent now. */
  const send = async (planned: readonly PlannedEnd[]): Promise<ReadonlyMap<number, Outcome>> => {
    setIsBusy(true);
    const became = new Map<number, Outcome>();
    try {
      for (const one of planned) {
        const { strategy_id: id } = one.bot;
        if (one.obstacle !== null || outcomes.get(id)?.state === 'ended') continue;
        note(id, { state: 'sending' });
        const tried = await end(one);
        const outcome = outcomeOf(tried);
        became.set(id, outcome);
        note(id, outcome);
        // The trader gave no fund password: nothing more is sent.
        if (tried.state === 'abandoned') break;
      }
      return became;
    } finally {
      setIsBusy(false);
    }
  };

  return { outcomes, isBusy, send };
}
