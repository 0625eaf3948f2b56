import type { ParsedBodyOf } from '#lib/contract/contract.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import type { BotMachine } from '#lib/engine/machine.ts';
import { formatAmount, parseAmount } from '#lib/money/amount.ts';
import { knownPrices } from '../bots/bot-kinds.ts';
import { contractOf } from '../bots/bot-markets.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { fundReference } from '../bots/settle-bot.ts';
import type { ExchangeRequest, Handlers } from '../http/handler.ts';
import { botAccount, userAccount } from '../ledger/account-names.ts';
import { ok, type Refusal, refuse, refuseField } from '../replies/reply.ts';
import type { Tx } from '../sequencer/sequencer.ts';
import { liquidationView } from '../views/liquidation-view.ts';
import { type HandlerParts, isRefusal, ownBot } from './bot-parts.ts';

type AddCall = 'increaseBalance' | 'increaseGridBalance';
type MarginCall = AddCall | 'reducibleMargin' | 'reduceMargin';

/** Margin of bots in a contract: more of it, and less (M-313 … M-315, M-323, M-324). */
export function marginHandlers(parts: HandlerParts): Pick<Handlers, MarginCall> {
  return {
    increaseBalance: (request) => add(parts, request),
    increaseGridBalance: (request) => add(parts, request),
    reducibleMargin: async (request) => {
      const bot = await ownBot(parts.book, request, request.path.id);
      return isRefusal(bot) ? bot : reducible(parts, bot, request.query.amount, request.nowMs);
    },
    reduceMargin: async (request) => {
      const bot = await ownBot(parts.book, request, request.path.id);
      if (isRefusal(bot)) return bot;
      return request.transact((tx) => reduce(parts, tx, bot.record.id, parseAmount(request.body.amount)));
    },
  };
}

async function add(parts: HandlerParts, request: ExchangeRequest<AddCall>) {
  const bot = await ownBot(parts.book, request, request.path.id);
  if (isRefusal(bot)) return bot;
  return request.transact((tx) => increase(parts, tx, bot.record.id, request.body));
}

/** The bot as it is in its turn, with its margin's machine; why it has none that could be changed. */
function withMargin(
  { book }: HandlerParts,
  id: number,
): { readonly bot: LiveBot; readonly machine: BotMachine } | Refusal {
  const bot = book.inMemory(id);
  if (bot === undefined) return refuse(CODE.unknown, 'bot-unknown');
  const { machine } = bot;
  if (machine?.increaseMargin === undefined) return refuse(CODE.conflict, 'bot-without-margin');
  return { bot, machine };
}

/** M-180. Nothing of the position or the orders changes but where it is liquidated. */
function increase(parts: HandlerParts, tx: Tx, id: number, asked: ParsedBodyOf<AddCall>) {
  const found = withMargin(parts, id);
  if ('code' in found) return found;
  const { bot, machine } = found;
  const { ownerId, account, moneyAsset: asset } = bot.record;
  if (asked.asset !== asset) return refuseField('asset', 'deposit-asset', { asset });
  const amount = parseAmount(asked.amount);
  if (amount === null || amount <= 0n) return refuseField('amount', 'margin-amount');
  const before = liquidationOf(bot);
  const posting = { from: userAccount(ownerId, account), to: botAccount(id), asset, amount };
  if (parts.ledger.post([posting], 'margin-add', fundReference(id), tx.nowMs) !== null) {
    return refuseField('amount', 'money.balance.addfut');
  }
  const refusal = parts.turns.act(
    tx,
    bot,
    (_machine, prices, timeMs) => machine.increaseMargin?.(amount, prices, timeMs) ?? null,
  );
  if (refusal !== null) return refuse(CODE.conflict, 'margin-fixed');
  return ok({ strategy_id: id, before, after: liquidationOf(bot) });
}

function reducible(parts: HandlerParts, bot: LiveBot, asked: string | undefined, nowMs: number) {
  const most = mostOf(parts, bot, nowMs);
  const amount = asked === undefined ? 0n : parseAmount(asked);
  if (amount === null || amount > most) return refuseMore(bot, most);
  return ok({
    withdrawable: most > 0n ? (1 as const) : (0 as const),
    max_withdrawal_amount: formatAmount(most),
    liquidation: liquidationOf(bot, -amount),
  });
}

/** Trial money is lent: what stands behind it stays while the bot works with it. */
function mostOf({ feed }: HandlerParts, { record, machine, spec }: LiveBot, nowMs: number): bigint {
  const prices = record.trial > 0n ? null : knownPrices(feed, spec, nowMs);
  return prices === null ? 0n : (machine?.reducibleMargin?.(prices) ?? 0n);
}

function refuseMore({ record }: LiveBot, most: bigint): Refusal {
  const { moneyAsset: asset } = record;
  if (most === 0n) return refuseField('amount', 'margin-none');
  return refuseField('amount', 'margin-most', { max: formatAmount(most), asset });
}

function reduce(parts: HandlerParts, tx: Tx, id: number, amount: bigint | null) {
  const found = withMargin(parts, id);
  if ('code' in found) return found;
  const { bot, machine } = found;
  const most = mostOf(parts, bot, parts.turns.cursorMs);
  if (amount === null || amount <= 0n || amount > most) return refuseMore(bot, most);
  const before = liquidationOf(bot);
  const refusal = parts.turns.act(tx, bot, (_machine, prices, timeMs) => {
    const refused = machine.reduceMargin?.(amount, prices, timeMs) ?? null;
    if (refused !== null) return refused;
    const { ownerId, account, moneyAsset: asset } = bot.record;
    const posting = { from: botAccount(id), to: userAccount(ownerId, account), asset, amount };
    const lacking = parts.ledger.post([posting], 'margin-withdrawal', fundReference(id), timeMs);
    if (lacking !== null) throw new Error(`bot ${id} cannot pay out its ${lacking.asset}`);
    return null;
  });
  if (refusal !== null) return refuse(CODE.conflict, 'margin-fixed');
  return ok({ strategy_id: id, before, after: liquidationOf(bot) });
}

/** Both liquidation prices with so much more in its account, fewer when negative. */
function liquidationOf({ spec, machine }: LiveBot, added = 0n) {
  return liquidationView(contractOf(spec) ?? spec, machine?.liquidations?.(added) ?? null);
}
