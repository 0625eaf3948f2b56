import type { BotMachine } from '../machine.ts';

/** Where a bot stands in its life: the two words that its record and its store have for it. */
export interface Standing {
  status: BotMachine['status'];
  step: BotMachine['step'];
}

/** Both words of each stage behind the opening. */
const STAGES = {
  running: ['running', 'running'],
  paused: ['paused', 'pause'],
  stopping: ['stopping', 'stopping'],
  finished: ['finished', 'stopped'],
} as const satisfies Record<string, readonly [Standing['status'], Standing['step']]>;

/** Its opening is under way. What runs already and opens once more, a round, runs on meanwhile. */
export function beginOpening(bot: Standing): void {
  bot.step = 'init-order-process';
}

/** The only way to a stage: what a kind or a machine would write by itself could be half of it. */
export function setStage(bot: Standing, stage: keyof typeof STAGES): void {
  const [status, step] = STAGES[stage];
  bot.status = status;
  bot.step = step;
}
