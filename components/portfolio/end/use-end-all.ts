'use client';

import { useRef, useState } from 'react';
import { sendStop } from '#components/bots/terminate/send-stop.ts';
import type { StopOption } from '#components/bots/terminate/use-terminate.ts';
import { useReplyText } from '#components/ui/use-reply-text.ts';
import { call } from '#lib/client/call.ts';
import { NoAnswer, Refused } from '#lib/client/failures.ts';
import { newIdempotencyKey } from '#lib/client/money-call.ts';
import { issueOf, partsOfReply } from '#lib/client/reply-text.ts';
import { fetchOk } from '#lib/client/use-call.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
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

/** 'abandoned': the trader gave no fund password, nothing more is sent. */
type Sent = Outcome | 'abandoned';

/** A stop that has gone out: its key, what it was sent with, and the stop options from before it; null where it needed none. */
interface UnderWay {
  readonly key: string;
  /** The plan that was shown. One key never goes with another plan, however often the end is planned anew. */
  readonly fingerprint: string | undefined;
  readonly before: readonly StopOption[] | null;
}

function save(bot: StrategyRow, options: readonly StopOption[]) {
  const body = { strategy_id: bot.strategy_id, strategy_type: bot.strategy_type, stop_options: [...options] };
  return call('saveStopOptions', { body });
}

/** Ends bots one after the other, each under a key of its own that lives until it is answered; the fund password is asked for once. */
export function useEndAll() {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome>>(new Map());
  const [isBusy, setIsBusy] = useState(false);
  const underWay = useRef(new Map<number, UnderWay>());
  const replyText = useReplyText();

  const note = (id: number, outcome: Outcome): void => setOutcomes((before) => new Map(before).set(id, outcome));

  const end = async ({ bot, options, preview }: PlannedEnd): Promise<Sent> => {
    const { strategy_id: id, strategy_type } = bot;
    const sentBefore = underWay.current.get(id);
    let before: UnderWay['before'] = null;
    // Asked for again: its way was saved with it, and it may have ended meanwhile.
    if (sentBefore === undefined && options.length > 0) {
      const saidBefore = await fetchOk('stopOptions', { query: { strategy_id: String(id), strategy_type } });
      const saved = await save(bot, options);
      if (saved.code !== CODE.ok) return { state: 'refused', why: replyText(saved) };
      before = saidBefore.data ?? [];
    }
    const sent = sentBefore ?? { key: newIdempotencyKey(), fingerprint: preview?.fingerprint, before };
    underWay.current.set(id, sent);
    const outcome = await sendStop(bot, sent.key, sent.fingerprint);
    if (outcome.state === 'unknown') return { state: 'unknown' };
    underWay.current.delete(id);
    if (outcome.state === 'answered' && outcome.reply.code === CODE.ok) return { state: 'ended' };
    // It goes on: what was to end it must not end it some other day.
    if (sent.before !== null) await save(bot, sent.before).catch(() => undefined);
    if (outcome.state === 'abandoned') return 'abandoned';
    const parts = partsOfReply(outcome.reply);
    return issueOf(parts) === PLAN_STALE ? { state: 'changed' } : { state: 'refused', why: replyText(parts) };
  };

  const tried = async (planned: PlannedEnd): Promise<Sent> => {
    try {
      return await end(planned);
    } catch (error) {
      if (error instanceof Refused) return { state: 'refused', why: replyText(error.parts) };
      if (error instanceof NoAnswer)
        return { state: underWay.current.has(planned.bot.strategy_id) ? 'unknown' : 'unsent' };
      throw error;
    }
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
        const sent = await tried(one);
        const outcome = sent === 'abandoned' ? ({ state: 'waiting' } as const) : sent;
        became.set(id, outcome);
        note(id, outcome);
        if (sent === 'abandoned') break;
      }
      return became;
    } finally {
      setIsBusy(false);
    }
  };

  return { outcomes, isBusy, send };
}
