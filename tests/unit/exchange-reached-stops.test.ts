import { describe, expect, it } from 'vitest';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import type { StandingBot } from '#server/exchange/bots/live-bot.ts';
import type { ChangeParts } from '#server/exchange/changes/change-parts.ts';
import { reachedStops } from '#server/exchange/changes/stop-changes.ts';

const INVESTED = 1_000_000n;

/** What is said of stops of a bot with so much profit: the field at fault, or null. */
function faultAt(profit: bigint, asked: { readonly stopLoss?: string; readonly takeProfit?: string }, more = {}) {
  const parts = { views: { figures: () => ({ profit }) } } as unknown as ChangeParts;
  const bot = {
    record: { kind: 'futures_grid' satisfies RunnableKind, money: INVESTED },
    params: { investment: INVESTED },
    ...more,
  } as unknown as StandingBot;
  const refusal = reachedStops(parts, bot, { stopLoss: undefined, takeProfit: undefined, ...asked }, 0);
  return refusal === null ? null : (refusal.data as { field: string }).field;
}

describe('stops that are parts of the investment (M-230)', () => {
  it('are refused from the unit on at which they would end the bot at once', () => {
    expect(faultAt(-99_999n, { stopLoss: '0.1' })).toBeNull();
    expect(faultAt(-100_000n, { stopLoss: '0.1' })).toBe('stop_loss');
    expect(faultAt(99_999n, { takeProfit: '0.1' })).toBeNull();
    expect(faultAt(100_000n, { takeProfit: '0.1' })).toBe('stop_profit');
  });

  it('are none where nothing was asked, and a gain is no loss', () => {
    expect(faultAt(-900_000n, {})).toBeNull();
    expect(faultAt(-900_000n, { stopLoss: '', takeProfit: '' })).toBeNull();
    expect(faultAt(900_000n, { stopLoss: '0.1' })).toBeNull();
    expect(faultAt(-900_000n, { takeProfit: '0.1' })).toBeNull();
  });

  it('are parts of what the bot works with by now; of coins that were brought, of what they were worth', () => {
    const fed = { params: { investment: 2n * INVESTED } };
    expect(faultAt(-100_000n, { stopLoss: '0.1' }, fed)).toBeNull();
    expect(faultAt(-200_000n, { stopLoss: '0.1' }, fed)).toBe('stop_loss');
    expect(faultAt(-100_000n, { stopLoss: '0.1' }, { params: { investment: 0n } })).toBe('stop_loss');
  });
});
