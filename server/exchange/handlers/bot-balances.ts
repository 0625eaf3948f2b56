import { formatAmount } from '#lib/money/amount.ts';
import { quoteValueUp } from '#lib/money/market-spec.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { botAccount } from '../ledger/account-names.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Statements } from '../views/holdings-view.ts';

/**
 * A bot's balances of its coins: what its resting orders need is locked, the rest is available. A contract's account
 * has one asset, of which the position's margin is locked.
 */
export function heldBalances(ledger: Ledger, bot: LiveBot, { position }: Statements) {
  const { record, spec } = bot;
  const needed =
    spec.contract === undefined ? neededByOrders(bot) : [[spec.contract.settle, position?.margin ?? 0n] as const];
  return [...needed].map(([currency, wanted]) => {
    const held = ledger.balance(botAccount(record.id), currency);
    const locked = wanted < held ? wanted : held;
    return { currency, available: formatAmount(held - locked), locked: formatAmount(locked) };
  });
}

function neededByOrders({ spec, machine }: LiveBot): ReadonlyMap<string, bigint> {
  const needed = new Map<string, bigint>([
    [spec.base, 0n],
    [spec.quote, 0n],
  ]);
  for (const { side, ticks, quantity } of machine?.openOrders() ?? []) {
    const asset = side === 'sell' ? spec.base : spec.quote;
    const amount = side === 'sell' ? quantity : quoteValueUp(spec, quantity, ticks);
    needed.set(asset, (needed.get(asset) ?? 0n) + amount);
  }
  return needed;
}
