import { BOT_STEPS, type BotStatus, type BotStep } from '#lib/contract/bot-words.ts';

/**
 * The life of a bot as two tables. Everything that changes a bot's status or step goes through `advance`, so an
 * illegal change is a bug that stops the exchange before it is written, never a state that a screen has to explain.
 */
export const STATUS_MOVES: Readonly<Record<BotStatus, readonly BotStatus[]>> = {
  open: ['starting', 'running', 'retrying', 'stopping', 'finishing'],
  starting: ['running', 'retrying', 'stopping'],
  running: ['pausing', 'retrying', 'stopping', 'finishing'],
  retrying: ['running', 'stopping', 'finishing'],
  pausing: ['pause', 'stopping', 'finishing'],
  pause: ['starting', 'running', 'stopping', 'finishing'],
  finishing: ['finished'],
  stopping: ['stopped', 'finished'],
  stopped: ['finished'],
  finished: [],
};

export const STEP_MOVES: Readonly<Record<BotStep, readonly BotStep[]>> = {
  create: ['transfer-success', 'stopping'],
  'transfer-success': ['wait-touch', 'init-order-process', 'stopping'],
  'wait-touch': ['init-order-process', 'stopping'],
  'init-order-process': ['running', 'stopping'],
  running: ['pausing', 'updating', 'stopping'],
  updating: ['running', 'stopping'],
  pausing: ['pause', 'stopping'],
  pause: ['continue', 'stopping'],
  continue: ['running', 'stopping'],
  stopping: ['stopped'],
  stopped: [],
};

/** Statuses that an owner may stop from (X27); `finishing`, `stopping`, `stopped` and `finished` refuse. */
export const STOPPABLE: readonly BotStatus[] = ['open', 'running', 'pause', 'pausing', 'retrying'];

/** The numeric code 0–10 of a step (M-122, X31). */
export function stepCode(step: BotStep): number {
  return BOT_STEPS.indexOf(step);
}

export interface BotState {
  readonly status: BotStatus;
  readonly step: BotStep;
}

/** The state after one legal change; the same state is always legal. Throws on anything else: that is a bug. */
export function advance(from: BotState, to: BotState): BotState {
  if (to.status !== from.status && !STATUS_MOVES[from.status].includes(to.status)) {
    throw new Error(`illegal status change ${from.status} → ${to.status}`);
  }
  if (to.step !== from.step && !STEP_MOVES[from.step].includes(to.step)) {
    throw new Error(`illegal step change ${from.step} → ${to.step}`);
  }
  return to;
}

/** Steps on the way from one step to another where an engine reports only the last: opening happens inside one call. */
export function stepsBetween(from: BotStep, to: BotStep): readonly BotStep[] {
  if (from === to) return [];
  const paths: BotStep[][] = STEP_MOVES[from].map((next) => [next]);
  const seen = new Set<BotStep>([from]);
  for (let path = paths.shift(); path !== undefined; path = paths.shift()) {
    const last = path[path.length - 1];
    if (last === undefined || seen.has(last)) continue;
    if (last === to) return path;
    seen.add(last);
    for (const next of STEP_MOVES[last]) paths.push([...path, next]);
  }
  throw new Error(`no legal way from step ${from} to ${to}`);
}
