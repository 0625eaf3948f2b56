import { describe, expect, it } from 'vitest';
import { trialPartOf } from '#server/exchange/bots/trial-funds.ts';

describe('the trial account’s part of what a bot leaves (C-022)', () => {
  const bot = { money: 1_000n, trial: 100n, deposited: 0n };

  it('is what is left of it when losses have eaten it first: never less than nothing, never more than was lent', () => {
    for (const [left, trial] of [
      [1_300n, 100n],
      [1_000n, 100n],
      [999n, 99n],
      [901n, 1n],
      [900n, 0n],
      [0n, 0n],
    ] as const)
      expect(trialPartOf(bot, left), `${left}`).toBe(trial);
  });

  it('is not paid from what its owner put in later: that comes back to him before the trial account sees anything', () => {
    const fed = { ...bot, deposited: 500n };
    for (const [left, trial] of [
      [1_500n, 100n],
      [1_450n, 50n],
      [1_400n, 0n],
      [1_000n, 0n],
    ] as const)
      expect(trialPartOf(fed, left), `${left}`).toBe(trial);
  });
});
