import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BOT_STATUSES, BOT_STEPS } from '#lib/contract/bot-words.ts';
import {
  advance,
  type BotState,
  STATUS_MOVES,
  STEP_MOVES,
  STOPPABLE,
  stepCode,
  stepsBetween,
} from '#server/exchange/bots/bot-states.ts';

const state = fc.record({ status: fc.constantFrom(...BOT_STATUSES), step: fc.constantFrom(...BOT_STEPS) });

describe('statuses and steps of a bot', () => {
  it('numbers the steps 0 to 10 as the numeric vocabulary does (M-121, M-122, E-158)', () => {
    const names = ['running', 'create', 'wait-touch', 'transfer-success', 'init-order-process', 'pause', 'stopping'];
    expect([...names, 'stopped', 'updating', 'pausing', 'continue'].map((name) => stepCode(name as never))).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ]);
  });

  it('changes only along the table; anything else is a bug that throws (M-119)', () => {
    fc.assert(
      fc.property(state, state, (from, to) => {
        const isLegal =
          (from.status === to.status || STATUS_MOVES[from.status].includes(to.status)) &&
          (from.step === to.step || STEP_MOVES[from.step].includes(to.step));
        if (isLegal) expect(advance(from, to)).toEqual(to);
        else expect(() => advance(from, to)).toThrow(/illegal/);
      }),
    );
  });

  it('never leaves the end, and reaches it from everywhere', () => {
    expect(STATUS_MOVES.finished).toEqual([]);
    expect(STEP_MOVES.stopped).toEqual([]);
    for (const step of BOT_STEPS) {
      if (step === 'stopped') continue;
      const way = stepsBetween(step, 'stopped');
      let at: BotState = { status: 'running', step };
      for (const next of way) at = advance(at, { status: 'running', step: next });
      expect(at.step).toBe('stopped');
    }
    expect(() => stepsBetween('stopped', 'running')).toThrow(/no legal way/);
  });

  it('can be stopped in open, running, pause, pausing and retrying, and in no other status (M-128)', () => {
    expect([...STOPPABLE].sort()).toEqual(['open', 'pause', 'pausing', 'retrying', 'running']);
    for (const status of STOPPABLE) {
      const way = STATUS_MOVES[status].includes('stopping');
      expect(way, status).toBe(true);
    }
  });

  it('walks the opening through every step that the documents name (M-069)', () => {
    expect(stepsBetween('create', 'running')).toEqual(['transfer-success', 'init-order-process', 'running']);
    expect(stepsBetween('transfer-success', 'wait-touch')).toEqual(['wait-touch']);
    expect(stepsBetween('wait-touch', 'running')).toEqual(['init-order-process', 'running']);
  });
});
