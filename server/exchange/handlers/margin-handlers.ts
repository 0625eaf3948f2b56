import type { ParsedBodyOf } from '#lib/contract/contract.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import type { BotMachine } from '#lib/engine/machine.ts';
import { definitionOf } from '#lib/kinds/definitions.ts';
import { kindOf } from '#lib/kinds/exchange.ts';
import { formatAmount, parseAmount } from '#lib/money/amount.ts';
import { type ActionPlan, type AgreedPlan, outcomeOf } from '../bots/agreed-plan.ts';
import { equityAt } from '../bots/bot-equity.ts';
import { knownPrices } from '../bots/bot-kinds.ts';
import { contractOf } from '../bots/bot-markets.ts';
import { shareAtEnd } from '../bots/copy-share.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import type { OwnerWish } from '../bots/machine-call.ts';
import { payToBot, payToOwner } from '../bots/owner-funds.ts';
import { type SaidDeposit, someDepositOf } from '../changes/deposits.ts';
import { leverageRefusal, marginRefusal, wantedLeverage } from '../changes/margin-changes.ts';
import type { ExchangeRequest, Handlers } from '../http/handler.ts';
import { ok, type Refusal, refuse, refuseField } from '../replies/reply.ts';
import type { Tx } from '../sequencer/sequencer.ts';
import { liquidationView } from '../views/liquidation-view.ts';
import { actPlan, type Look, lookAt, marginFigures } from './act-plan.ts';
import { type HandlerParts, isRefusal, namedOtherwise, ownBot } from './bot-parts.ts';
import { changeableBot } from './changeable-bot.ts';
import { agreedChange, changePlan, isOtherPlan, putIn } from './planned-change.ts';

type AddCall = 'increaseBalance' | 'increaseGridBalance';
type MarginCall = AddCall | 'updateGrid' | 'reducibleMargin' | 'reduceMargin';

/** Margin of bots in a contract: more of it, and less (M-313 … M-315, M-323, M-324). */
export function marginHandlers(parts: HandlerParts): Pick<Handlers, MarginCall> {
  return {
    increaseBalance: (request) => add(parts, request),
    increaseGridBalance: (request) => add(parts, request),
    updateGrid: async (request) => {
      const bot = await changeableBot(parts, request, request.path.id);
      if (isRefusal(bot)) return bot;
      return request.transact((tx) => addWithLeverage(parts, tx, bot.record.id, request.body));
    },
    reducibleMargin: async (request) => {
      const other = namedOtherwise(request.path.id, request.query.strategy_id);
      if (other !== null) return other;
      const bot = await ownBot(parts.book, request, request.path.id);
      return isRefusal(bot) ? bot : reducible(parts, bot, request.query.amount, request.nowMs);
    },
    reduceMargin: async (request) => {
      const bot = await ownBot(parts.book, request, request.path.id);
      if (isRefusal(bot)) return bot;
      return request.transact((tx) => reduce(parts, tx, bot.record.id, request.body));
    },
  };
}

/** More money for a bot: margin behind the position of one in a contract; one without a grid that works with money buys with it. */
async function add(parts: HandlerParts, request: ExchangeRequest<AddCall>) {
  const bot = await ownBot(parts.book, request, request.path.id);
  if (isRefusal(bot)) return bot;
  if (buysWithMore(bot)) {
    const changeable = await changeableBot(parts, request, bot.record.id);
    if (isRefusal(changeable)) return changeable;
  }
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

/** The owner's money goes into the bot's account. */
function payMargin({ ledger }: HandlerParts, tx: Tx, { record }: LiveBot, amount: bigint): void {
  payToBot(ledger, record, { asset: record.moneyAsset, amount, reason: 'margin-add', timeMs: tx.nowMs });
}

/** M-180. Nothing of the position or the orders changes but where it is liquidated. */
function increase(parts: HandlerParts, tx: Tx, id: number, asked: ParsedBodyOf<AddCall>) {
  const present = parts.book.inMemory(id);
  if (present !== undefined && buysWithMore(present)) return buyWithMore(parts, tx, present, asked);
  if (present?.machine != null && present.machine.increaseMargin === undefined) return takesNoMoney(present);
  const found = withMargin(parts, id);
  if ('code' in found) return found;
  const { bot } = found;
  const amount = someDepositOf(parts, bot, saidBy(asked));
  if (typeof amount !== 'bigint') return amount;
  const plan = agreedMargin(parts, bot, { type: 'increaseMargin', amount }, asked.fingerprint);
  if (plan === null) return refuse(CODE.conflict, 'plan-stale');
  const before = liquidationOf(bot);
  const look = lookAt(bot);
  payMargin(parts, tx, bot, amount);
  const refusal = parts.turns.act(tx, bot, { type: 'increaseMargin', amount }, (timeMs) =>
    noteMargin(bot, plan, look, timeMs),
  );
  if (refusal !== null) return marginRefusal(refusal);
  return ok({ strategy_id: id, before, after: liquidationOf(bot) });
}

function saidBy({ amount, asset }: ParsedBodyOf<AddCall>): SaidDeposit {
  return { field: 'amount', text: amount, asset: { field: 'asset', name: asset } };
}

/** Grids have a call of their own, which names the plan (M-320); what comes into a contract by this one is margin. */
function buysWithMore({ record: { kind }, machine }: LiveBot): boolean {
  if (kindOf(kind).withMoney === undefined || machine?.increaseMargin !== undefined) return false;
  return definitionOf(kind).calls.create === 'runStrategy';
}

/** Why no money can be put into a bot by this call: it is one whose money comes with a plan, or one that takes none. */
function takesNoMoney({ record: { kind } }: LiveBot): Refusal {
  return refuse(CODE.conflict, kindOf(kind).withMoney === undefined ? 'deposit-none' : 'deposit-by-plan');
}

function buyWithMore(parts: HandlerParts, tx: Tx, bot: LiveBot, asked: ParsedBodyOf<AddCall>) {
  const amount = someDepositOf(parts, bot, saidBy(asked));
  if (typeof amount !== 'bigint') return amount;
  const reply = putIn(parts, tx, bot, amount, asked.fingerprint);
  // What is wrong with the money is said at the field that this call has for it.
  const isOfMoney =
    'data' in reply && reply.data !== undefined && 'field' in reply.data && reply.data.field === 'money';
  return isOfMoney ? { ...reply, data: { ...reply.data, field: 'amount' } } : reply;
}

/** M-319: adds to a futures grid and sets the leverage that it has from then on. Its orders stay. */
function addWithLeverage(
  parts: HandlerParts,
  tx: Tx,
  id: number,
  { actions, plan, fingerprint }: ParsedBodyOf<'updateGrid'>,
) {
  const found = withMargin(parts, id);
  if ('code' in found) return found;
  const { bot } = found;
  const [action] = actions;
  if (action === undefined) return refuse(CODE.conflict, 'bot-not-changeable');
  const wanted = wantedLeverage(parts, bot, action, tx.nowMs);
  if ('code' in wanted) return wanted;
  if (isOtherPlan(plan, wanted)) return refuse(CODE.conflict, 'plan-stale');
  const planned = parts.turns.trials.change(bot, wanted);
  if (typeof planned === 'string') return leverageRefusal(planned);
  const stale = agreedChange(parts, bot, wanted, planned, fingerprint);
  if (stale !== null) return stale;
  const before = liquidationOf(bot);
  payMargin(parts, tx, bot, wanted.deposit);
  parts.turns.change(tx, bot, wanted, planned);
  return ok({
    strategy_id: id,
    before,
    after: liquidationView(contractOf(bot.spec) ?? bot.spec, planned.machine.liquidations?.(0n) ?? null),
  });
}

function reducible(parts: HandlerParts, bot: LiveBot, asked: string | undefined, nowMs: number) {
  const most = mostOf(parts, bot, nowMs);
  if (most === null) return refuse(CODE.conflict, 'price-unknown');
  const amount = asked === undefined ? 0n : parseAmount(asked);
  if (amount === null || amount > most) return refuseMore(bot, most);
  return ok({
    withdrawable: most > 0n ? (1 as const) : (0 as const),
    max_withdrawal_amount: formatAmount(most),
    liquidation: liquidationOf(bot, -amount),
  });
}

/** Null: nobody knows without a price. Trial money is lent: what stands behind it stays while the bot works with it. */
function mostOf({ feed }: HandlerParts, bot: LiveBot, nowMs: number): bigint | null {
  const { record, machine, spec } = bot;
  if (record.trial > 0n || machine?.reducibleMargin === undefined) return 0n;
  const prices = knownPrices(feed, spec, nowMs);
  if (prices === null) return null;
  const most = machine.reducibleMargin(prices);
  // What the provider of a copy is owed at its end stays in it.
  const owed = shareAtEnd(record, equityAt(bot, prices));
  return most > owed ? most - owed : 0n;
}

function refuseMore({ record }: LiveBot, most: bigint): Refusal {
  const { moneyAsset: asset } = record;
  if (most === 0n) return refuseField('amount', 'margin-none');
  return refuseField('amount', 'margin-most', { max: formatAmount(most), asset });
}

function reduce(parts: HandlerParts, tx: Tx, id: number, asked: ParsedBodyOf<'reduceMargin'>) {
  const found = withMargin(parts, id);
  if ('code' in found) return found;
  const { bot } = found;
  const amount = takenOf(parts, bot, asked.amount, parts.turns.cursorMs);
  if (typeof amount !== 'bigint') return amount;
  const plan = agreedMargin(parts, bot, { type: 'reduceMargin', amount }, asked.fingerprint);
  if (plan === null) return refuse(CODE.conflict, 'plan-stale');
  const before = liquidationOf(bot);
  const look = lookAt(bot);
  const refusal = parts.turns.act(tx, bot, { type: 'reduceMargin', amount }, (timeMs) => {
    const { record } = bot;
    payToOwner(parts.ledger, record, { asset: record.moneyAsset, amount, reason: 'margin-withdrawal', timeMs });
    noteMargin(bot, plan, look, timeMs);
  });
  if (refusal !== null) return marginRefusal(refusal);
  return ok({ strategy_id: id, before, after: liquidationOf(bot) });
}

/** Both liquidation prices with so much more in its account, fewer when negative. */
function liquidationOf({ spec, machine }: LiveBot, added = 0n) {
  return liquidationView(contractOf(spec) ?? spec, machine?.liquidations?.(added) ?? null);
}

/** What moving so much margin would make of the bot; a machine's refusal. */
function marginPlan({ turns }: HandlerParts, bot: LiveBot, wish: OwnerWish): ActionPlan | Refusal {
  const moved = turns.trials.act(bot, wish);
  if (typeof moved === 'string') return marginRefusal(moved);
  return actPlan(marginFigures(lookAt(bot), moved));
}

/** The plan of it that its owner has agreed to, if he names one; null: it is another by now. */
function agreedMargin(parts: HandlerParts, bot: LiveBot, wish: OwnerWish, fingerprint: string | undefined) {
  if (fingerprint === undefined) return undefined;
  const now = marginPlan(parts, bot, wish);
  // What stands against it is said by whoever carries it out.
  return 'code' in now ? undefined : parts.plans.agreed(bot.record.id, fingerprint, () => now);
}

function noteMargin(bot: LiveBot, plan: AgreedPlan | undefined, before: Look, timeMs: number): void {
  if (plan === undefined) return;
  const outcome = outcomeOf(plan, marginFigures(before, bot));
  bot.notes.noteOutcome(['increase_margin', 'withdrawal_balance'], timeMs, outcome);
}

/** What `increaseBalance` would do with so much. */
export function addPlan(parts: HandlerParts, bot: LiveBot, text: string): ActionPlan | Refusal {
  const { record, machine } = bot;
  if (machine === null) return refuse(CODE.conflict, 'bot-not-changeable');
  if (machine.increaseMargin === undefined) return takesNoMoney(bot);
  const amount = someDepositOf(parts, bot, saidBy({ amount: text, asset: record.moneyAsset }));
  return typeof amount === 'bigint' ? marginPlan(parts, bot, { type: 'increaseMargin', amount }) : amount;
}

/** What `reduceMargin` would do. */
export function reducePlan(parts: HandlerParts, bot: LiveBot, text: string, nowMs: number): ActionPlan | Refusal {
  if (bot.machine?.reduceMargin === undefined) return refuse(CODE.conflict, 'bot-without-margin');
  const amount = takenOf(parts, bot, text, nowMs);
  return typeof amount === 'bigint' ? marginPlan(parts, bot, { type: 'reduceMargin', amount }) : amount;
}

/** So much as it may be taken out; why not. */
function takenOf(parts: HandlerParts, bot: LiveBot, text: string, nowMs: number): bigint | Refusal {
  const most = mostOf(parts, bot, nowMs);
  if (most === null) return refuse(CODE.conflict, 'price-unknown');
  const amount = parseAmount(text);
  if (amount === null) return refuseField('amount', 'margin-amount');
  return amount <= 0n || amount > most ? refuseMore(bot, most) : amount;
}

/** What `updateGrid` would do. */
export function leveragePlan(
  parts: HandlerParts,
  bot: LiveBot,
  said: { readonly amount: string; readonly leverage: string },
  nowMs: number,
): ActionPlan | Refusal {
  if (bot.machine?.increaseMargin === undefined) return refuse(CODE.conflict, 'bot-without-margin');
  const asked = { action: 'transfer', currency: bot.record.moneyAsset, ...said } as const;
  const wanted = wantedLeverage(parts, bot, asked, nowMs);
  if ('code' in wanted) return wanted;
  const planned = parts.turns.trials.change(bot, wanted);
  return typeof planned === 'string' ? leverageRefusal(planned) : changePlan(bot, wanted, planned);
}
