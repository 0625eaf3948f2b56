import { call } from '#lib/client/call.ts';
import { NoAnswer, Refused } from '#lib/client/failures.ts';
import { KeptOperation } from '#lib/client/kept-operation.ts';
import { partsOfReply, type RefusalParts } from '#lib/client/reply-text.ts';
import type { BodyOf } from '#lib/contract/contract.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { CODE, isOutage } from '#lib/contract/vocabulary.ts';
import { isEnded, isEnding } from '../bot-state.ts';
import { rowNow } from '../row-query.ts';
import { sendStop } from './send-stop.ts';

export type StopOption = NonNullable<BodyOf<'saveStopOptions'>>['stop_options'][number];

/** What became of a try to end a bot. */
export type TriedEnd =
  /** By the plan that went out with it; undefined: by none. */
  | { readonly state: 'ended'; readonly fingerprint: string | undefined }
  /** It was sent and no answer came: the next try asks what became of it. */
  | { readonly state: 'unknown' }
  /** No fund password was given. `isUnanswered`: to a question after an end that was sent before. */
  | { readonly state: 'abandoned'; readonly isUnanswered: boolean }
  /** No answer came before it was sent. */
  | { readonly state: 'unsent' }
  | { readonly state: 'refused'; readonly reply: RefusalParts };

/** How an end is wanted. */
interface WantedEnd {
  readonly options: readonly StopOption[];
  /** Of the plan that was shown. */
  readonly fingerprint: string | undefined;
  /** What is saved so far; undefined: not known. Asked where something else is to be saved. */
  readonly savedBefore: () => Promise<readonly StopOption[] | undefined>;
}

/** `fingerprint`: of how a bot that is closing is to be closed from now on. */
export function saveOptions(bot: StrategyRow, options: readonly StopOption[], fingerprint?: string) {
  const body = {
    ...{ strategy_id: bot.strategy_id, strategy_type: bot.strategy_type, stop_options: [...options] },
    ...(fingerprint === undefined ? {} : { fingerprint }),
  };
  return call('saveStopOptions', { body });
}

/**
 * The end of one bot, however often it is tried: its way is saved first, then it is stopped (M-149). Where it does not take place its way must not stay behind and
 * end it some other day: what was saved before is put back, also where nobody knows whether its way was saved. Where that fails its owner is told (`isWayLeft`), who
 * may try it again. While nobody knows whether it takes place, and of a bot that is closing, nothing is put back: it would be closed otherwise.
 */
export class BotEnd {
  private readonly stop = new KeptOperation<Pick<WantedEnd, 'fingerprint'>>();
  /** What is to be put back, until it stands there again or is not needed any more; null: nothing. */
  private before: readonly StopOption[] | null = null;

  /** It was sent and not answered: whatever is wanted now, that end is asked for. */
  get isUnanswered(): boolean {
    return this.stop.unanswered !== null;
  }

  /** As far as one knows it does not take place, and what was saved before does not stand there again. */
  get isWayLeft(): boolean {
    return this.before !== null && !this.isUnanswered;
  }

  /** Its owner looks for himself whether it takes place. */
  giveUp(): void {
    this.stop.giveUp();
  }

  async send(bot: StrategyRow, { fingerprint, ...way }: WantedEnd): Promise<TriedEnd> {
    // Of one that is asked for again the way was saved with it, and it may have ended meanwhile.
    const stopped = this.isUnanswered || way.options.length === 0 ? null : await this.saveWay(bot, way);
    if (stopped !== null) return stopped;
    const sent = await this.stop.send({ fingerprint }, ({ fingerprint: plan }, key) => sendStop(bot, key, plan));
    if (sent === null) return { state: 'unknown' };
    const { what, said } = sent;
    if (said.state === 'unknown') return { state: 'unknown' };
    const { isUnanswered } = this;
    if (isUnanswered) return { state: 'abandoned', isUnanswered };
    if (said.state === 'answered' && said.reply.code === CODE.ok) {
      this.before = null;
      return { state: 'ended', ...what };
    }
    await this.putBack(bot);
    return said.state === 'abandoned'
      ? { state: 'abandoned', isUnanswered }
      : { state: 'refused', reply: partsOfReply(said.reply) };
  }

  /** Null: it is saved. */
  private async saveWay(bot: StrategyRow, { options, savedBefore }: Omit<WantedEnd, 'fingerprint'>) {
    const left = this.before;
    try {
      // What an earlier try has left there is not what was there before it.
      this.before ??= (await savedBefore()) ?? null;
      const reply = partsOfReply(await saveOptions(bot, options));
      if (reply.code === CODE.ok) return null;
      // A refusal has saved nothing; an outage does not say so.
      if (left === null && !isOutage(reply.code)) this.before = null;
      await this.putBack(bot);
      return { state: 'refused', reply } as const;
    } catch (error) {
      if (error instanceof Refused) return { state: 'refused', reply: error.parts } as const;
      if (!(error instanceof NoAnswer)) throw error;
      await this.putBack(bot);
      return { state: 'unsent' } as const;
    }
  }

  /** Whether what was saved before stands there (again), or is not needed: what closes the bot by now, if only by itself, must not be changed. */
  async putBack(bot: StrategyRow): Promise<boolean> {
    if (this.before === null) return true;
    const now = await rowNow(bot);
    if (now === undefined) return false;
    const reply = isEnding(now) || isEnded(now) ? null : await saveOptions(bot, this.before).catch(() => undefined);
    if (reply === null || reply?.code === CODE.ok) this.before = null;
    return this.before === null;
  }
}
