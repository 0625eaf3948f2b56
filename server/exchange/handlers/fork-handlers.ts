import type { ForkComparison, ForkReply, ForkResult, ForkSide } from '#lib/contract/fork-calls.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { fallE8 } from '#lib/formulas/drawdown.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { MINUTE_MS } from '#lib/time/durations.ts';
import { toSeconds } from '../bots/journal-rows.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import type { DoneFork, ForkRunner } from '../forks/fork-runner.ts';
import type { ForkResult as Compared, ForkOutcome, SideOutcome } from '../forks/fork-shape.ts';
import type { Handlers } from '../http/handler.ts';
import { signedIn } from '../http/handler.ts';
import type { JobState } from '../proofs/proof-jobs.ts';
import { busy, ok, refuse, refuseField } from '../replies/reply.ts';
import { askerOf } from '../surroundings/asker.ts';
import { type HandlerParts, isRefusal } from './bot-parts.ts';
import { changeableBot } from './changeable-bot.ts';

export interface ForkParts extends Pick<HandlerParts, 'book' | 'turns'> {
  readonly forks: ForkRunner;
}

type ForkCall = 'startFork' | 'fork' | 'cancelFork';

/** Forks of a bot, for its owner alone, where he may see what it is. Nothing of them is on the disk, and nothing happens to the bot. */
export function forkHandlers({ book, turns, forks }: ForkParts): Pick<Handlers, ForkCall> {
  return {
    startFork: async (request) => {
      const bot = await changeableBot({ book }, request, request.path.id);
      if (isRefusal(bot)) return bot;
      const { time, ...change } = request.body;
      const untilMs = minuteOf(turns.cursorMs);
      if (!isOfItsLife(bot, time * 1000, untilMs)) return refuseField('time', 'fork-time');
      const asked = forks.ask(bot.record.id, signedIn(request).id, askerOf(request), {
        timeMs: minuteOf(time * 1000),
        untilMs,
        change,
      });
      if (asked === 'own') return refuse(CODE.conflict, 'fork-running');
      return asked === 'full' ? busy() : ok({ strategy_id: bot.record.id });
    },
    fork: async (request) => {
      const bot = await changeableBot({ book }, request, request.path.id);
      return isRefusal(bot) ? bot : ok(forkView(forks.stateFor(bot.record.id)));
    },
    cancelFork: async (request) => {
      const bot = await changeableBot({ book }, request, request.path.id);
      if (isRefusal(bot)) return bot;
      const { id } = bot.record;
      return forks.cancel(id) ? ok({ strategy_id: id }) : refuse(CODE.conflict, 'fork-over');
    },
  };
}

function minuteOf(timeMs: number): number {
  return Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;
}

/** Whether a moment is one that the bot has lived through, and the market after it. */
function isOfItsLife({ record: { createMs, finishMs } }: LiveBot, timeMs: number, untilMs: number): boolean {
  return timeMs >= createMs && timeMs < Math.min(untilMs, finishMs ?? untilMs);
}

function forkView(state: JobState<DoneFork> | null): ForkReply {
  if (state === null) return { status: 'none', progress: 0, asked: null, result: null };
  const { status, progress } = state;
  if (state.status !== 'done') return { status, progress, asked: null, result: null };
  const { asked, outcome } = state.outcome;
  const { timeMs, change } = asked;
  return {
    status,
    progress,
    asked: { time: toSeconds(timeMs), ...change },
    result: { ...resultView(outcome), took_ms: state.tookMs },
  };
}

function resultView(outcome: ForkOutcome): Omit<ForkResult, 'took_ms'> {
  const nothing = { refusal: null, known_from: 0, comparison: null };
  if (outcome.type === 'compared') {
    return { ...nothing, outcome: 'compared', comparison: comparisonView(outcome.result) };
  }
  if (outcome.type === 'gap') {
    return { ...nothing, outcome: outcome.gap, known_from: toSeconds(outcome.knownFromMs ?? 0) };
  }
  const { code, data } = outcome.refusal;
  return { ...nothing, outcome: 'refused', refusal: { ...data, code } };
}

function comparisonView(result: Compared): ForkComparison {
  const { timeMs, toMs, asset, was, life, fork, real, unknownMinutes, isTapeFull, points } = result;
  return {
    asset,
    from: toSeconds(timeMs),
    to: toSeconds(toMs),
    was: { ...was },
    life: sideView(life),
    fork: sideView(fork),
    real_equity: real === null ? null : formatAmount(real),
    unknown_minutes: unknownMinutes,
    is_tape_full: isTapeFull,
    curve: points.map((point) => ({
      time: toSeconds(point.timeMs),
      life: formatAmount(point.life),
      fork: formatAmount(point.fork),
    })),
  };
}

function sideView({ equity, profit, fall, fills, fees, finish, later }: SideOutcome): ForkSide {
  return {
    equity: formatAmount(equity),
    profit: formatAmount(profit),
    max_draw_down: formatAmount(fallE8(fall)),
    fills,
    fees: formatAmount(fees),
    finish_as: finish?.reason ?? '',
    finish_time: toSeconds(finish?.timeMs ?? 0),
    later: { ...later },
  };
}
