import { describe, expect, it } from 'vitest';
import type { AnyBot } from '#server/exchange/bots/ended-bot.ts';
import { LeastInvestments } from '#server/exchange/views/least-investments.ts';

const NOW = Date.UTC(2026, 4, 20, 0, 1);
const bot = { record: { id: 1, status: 'running', isOpenParams: true, isAi: false } } as unknown as AnyBot;

describe('what another bot like one needs at least', () => {
  it('is not unknown for a day because there was no price when somebody first asked', () => {
    let price: bigint | null = null;
    const least = new LeastInvestments({ leastInvestment: () => price });
    expect(least.of(bot, NOW)).toBeNull();
    price = 10_000_000_001n;
    expect(least.of(bot, NOW + 60_000)).toBe(100.01);
    // Once known it stays for the day.
    price = 20_000_000_000n;
    expect(least.of(bot, NOW + 120_000)).toBe(100.01);
  });
});
