import { marketsOf } from '#lib/engine/bot-feeds.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { quoteValueUp } from '#lib/money/market-spec.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { botAccount } from '../ledger/account-names.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Statements } from '../views/holdings-view.ts';

/**
 * A bot's balances of its assets: what its resting orders need is locked, and of a contract's settle asset the margin
 * of the position; the rest is available.
 */
export function heldBalances(ledger: Ledger, bot: LiveBot, { position }: Statements) {
  const needed = neededByOrders(bot);
  for (const { contract } of marketsOf(bot.spec)) {
    if (contract !== undefined) needed.set(contract.settle, (needed.get(contract.settle) ?? 0n) + marginOf(position));
  }
  return [...needed].map(([currency, wanted]) => {
    const held = ledger.balance(botAccount(bot.record.id), currency);
    const locked = wanted < held ? wanted : held;
    return { currency, available: formatAmount(held - locked), locked: formatAmount(locked) };
  });
}

function marginOf(position: Statements['position']): bigint {
  return position?.margin ?? 0n;
}

/** Assets of the bot's spot markets with what its orders need of them. */
function neededByOrders({ spec, machine }: LiveBot): Map<string, bigint> {
  const needed = new Map<string, bigint>();
  for (const { base, quote, contract } of marketsOf(spec)) {
    if (contract !== undefined) continue;
    for (const asset of [base, quote]) needed.set(asset, needed.get(asset) ?? 0n);
  }
  if (spec.contract !== undefined) return needed;
  // Bots of several markets rest no orders: all that there are are of the first.
  for (const { side, ticks, quantity } of machine?.openOrders() ?? []) {
    const asset = side === 'sell' ? spec.base : spec.quote;
    const amount = side === 'sell' ? quantity : quoteValueUp(spec, quantity, ticks);
    needed.set(asset, (needed.get(asset) ?? 0n) + amount);
  }
  return needed;
}
