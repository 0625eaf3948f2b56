import { formatAmount, parseAmount } from '#lib/money/amount.ts';
import { TRIAL_MARKETS } from '../bots/trial-funds.ts';
import { type ExchangeRequest, type Handlers, signedIn } from '../http/handler.ts';
import {
  botAccount,
  TRADING_ACCOUNTS,
  type TradingAccount,
  userAccount,
  userHold,
  userInvest,
  userTrial,
} from '../ledger/account-names.ts';
import { ok, refuseField } from '../replies/reply.ts';
import type { HandlerParts } from './bot-parts.ts';

type WalletCall = 'wallet' | 'transfer' | 'trialBalance' | 'trialMarkets';

/** Assets that an account takes; every asset where there is no list. */
const TAKES: { readonly [A in TradingAccount]?: string } = { futures_usdt: 'USDT', futures_btc: 'BTC' };

/** The trader's accounts, moving money between them, and trial funds. */
export function walletHandlers(parts: HandlerParts): Pick<Handlers, WalletCall> {
  const { ledger } = parts;
  return {
    wallet: (request) => ok(walletOf(parts, signedIn(request).id)),
    transfer: (request) => transfer(parts, request),
    // C-151: every account's trial funds are of the signal type.
    trialBalance: (request) => {
      const available = ledger.balance(userTrial(signedIn(request).id), request.query.currency);
      const entry = { experience_type: 'signal' as const, available: formatAmount(available) };
      return ok({ available_experience: available > 0n ? [entry] : [] });
    },
    trialMarkets: () => ok(TRIAL_MARKETS.map((listed) => ({ ...listed }))),
  };
}

/** Balances by account and asset: what can be spent, and what running bots of the account hold; plans and orders that are not over are of the spot account. */
function walletOf({ ledger, book }: HandlerParts, userId: number) {
  const locked = new Map<string, bigint>();
  for (const { record } of book.runningOf(userId)) {
    for (const [asset, units] of ledger.assets(botAccount(record.id))) {
      const key = `${record.account}|${asset}`;
      locked.set(key, (locked.get(key) ?? 0n) + units);
    }
  }
  for (const held of [userInvest(userId), userHold(userId)]) {
    for (const [asset, units] of ledger.assets(held)) {
      locked.set(`spot|${asset}`, (locked.get(`spot|${asset}`) ?? 0n) + units);
    }
  }
  return TRADING_ACCOUNTS.flatMap((account) => {
    const free = ledger.assets(userAccount(userId, account));
    const bound = [...locked.keys()]
      .filter((key) => key.startsWith(`${account}|`))
      .map((key) => key.split('|')[1] ?? '');
    return [...new Set([...free.keys(), ...bound])].sort().map((asset) => ({
      account,
      asset,
      available: formatAmount(free.get(asset) ?? 0n),
      locked: formatAmount(locked.get(`${account}|${asset}`) ?? 0n),
    }));
  });
}

function transfer({ ledger, door }: HandlerParts, request: ExchangeRequest<'transfer'>) {
  const user = signedIn(request);
  const { from, to, asset } = request.body;
  const amount = parseAmount(request.body.amount);
  if (from === to) return refuseField('to', 'transfer-same');
  const only = TAKES[to];
  if (only !== undefined && only !== asset) return refuseField('asset', 'transfer-asset', { asset: only });
  if (amount === null || amount <= 0n) return refuseField('amount', 'transfer-amount');
  const posting = { from: userAccount(user.id, from), to: userAccount(user.id, to), asset, amount };
  if (ledger.balance(posting.from, asset) < amount) return refuseField('amount', 'transfer-balance');
  return request.transact((tx) => {
    const refusal = ledger.post([posting], 'transfer', `user:${user.id}`, tx.nowMs);
    if (refusal !== null) return refuseField('amount', 'transfer-balance');
    const told = { what: 'transfer', userId: user.id, ip: request.clientIp, from, to, asset } as const;
    tx.afterCommit(() => door.security({ ...told, amount: formatAmount(amount) }));
    return ok({});
  });
}
