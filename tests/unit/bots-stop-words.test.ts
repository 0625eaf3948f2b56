import { describe, expect, it } from 'vitest';
import { fieldOfWord, stopFieldsByWord } from '#components/bots/actions/stop-words.ts';

describe('words of the exchange for a stop', () => {
  it.each([
    ['martingale', 'stop_loss', 'stop_loss_per_cycle'],
    ['martingale', 'params.stop_loss_per_cycle', 'stop_loss_per_cycle'],
    ['martingale', 'take_profit_per_cycle', 'take_profit_per_cycle'],
    ['spot_grid', 'params.stop_profit', 'stop_profit'],
    ['spot_grid', 'low_price', 'low_price'],
    ['smart-position', 'low_price', 'low_price'],
  ])('of %s: %s is the field %s', (kind, word, field) => {
    expect(fieldOfWord(kind, word)).toBe(field);
  });

  it('are none of a stop that the kind does not have', () => {
    expect([...stopFieldsByWord('recurring-buy').keys()]).not.toContain('stop_loss');
  });
});
