import { formatAmount } from '#lib/money/amount.ts';
import { quoteValueUp } from '#lib/money/market-spec.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { botAccount } from '../ledger/account-names.ts';
import type { Ledger } from '../ledger/ledger.ts';

/** A bot's balances of its two coins: what its resting orders need is locked, the rest is available. */
export function heldBalances(ledger: Ledger, { record, spec, machine }: LiveBot) {
  const account = botAccount(record.id);
  const orders = machine?.openOrders() ?? [];
  const needed = new Map<string, bigint>([
    [spec.base, 0n],
    [spec.quote, 0n],
  ]);
  for (const { side, ticks, quantity } of orders) {
    const asset = side === 'sell' ? spec.base : spec.quote;
    const amount = side === 'sell' ? quantity : quoteValueUp(spec, quantity, ticks);
    needed.set(asset, (needed.get(asset) ?? 0n) + amount);
  }
  return [...needed].map(([currency, wanted]) => {
    const held = ledger.balance(account, currency);
    const locked = wanted < held ? wanted : held;
    return { currency, available: formatAmount(held - locked), locked: formatAmount(locked) };
  });
}
