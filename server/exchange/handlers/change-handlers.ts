import type { ParsedBodyOf } from '#lib/contract/contract.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { EQUITY_SCALE, type Fill } from '#lib/engine/machine.ts';
import { definitionOf } from '#lib/kinds/definitions.ts';
import { ceilToStep, formatAmount, parseAmount } from '#lib/money/amount.ts';
import { quoteValueDown } from '#lib/money/market-spec.ts';
import { checkContext, knownPrices, planOf, valuesOf } from '../bots/bot-kinds.ts';
import type { StoredPayload } from '../bots/bot-record.ts';
import { type Changed, tradesOf, type WantedChange } from '../bots/change-bot.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { payToBot } from '../bots/owner-funds.ts';
import type { Handlers } from '../http/handler.ts';
import { userAccount } from '../ledger/account-names.ts';
import { ok, type Refusal, refuse, refuseField } from '../replies/reply.ts';
import type { Tx } from '../sequencer/sequencer.ts';
import { firstError } from './bot-creation.ts';
import { type HandlerParts, isRefusal } from './bot-parts.ts';
import { changeableBot, changeRefusal, presentRange, wantedStops } from './stop-changes.ts';

/** Most grids of a grid that is edited (X1). */
const MAX_GRIDS = 1_000;
/** How far a trade may be from what was shown, percent: prices move while one reads. */
const TRADE_TOLERANCE = 5n;

type ChangeCall = 'investPlan' | 'changeGridParams';
type Wanted = Omit<ParsedBodyOf<'changeGridParams'>, 'fundpass' | 'actions' | 'plan'>;

/** Changing a running grid: another range, more grids, other stops, more money (M-317, M-320). */
export function changeHandlers(parts: HandlerParts): Pick<Handlers, ChangeCall> {
  return {
    investPlan: async (request) => {
      const bot = await changeableBot(parts, request, request.path.id);
      return isRefusal(bot) ? bot : investPlan(parts, bot, request.body, request.nowMs);
    },
    changeGridParams: async (request) => {
      const bot = await changeableBot(parts, request, request.path.id);
      if (isRefusal(bot)) return bot;
      const { id } = bot.record;
      return request.transact((tx) => changeGrid(parts, tx, id, request.body));
    },
  };
}

/** Whether more than its stops is to be changed. */
function isRelaid({ money, low_price, high_price, grid_num }: Wanted): boolean {
  return [low_price, high_price, grid_num].some((asked) => asked !== undefined) || (money ?? '') !== '';
}

/** What the owner wants, or what is wrong with it. Nothing is changed yet. */
function wantedOf(parts: HandlerParts, bot: LiveBot, asked: Wanted, nowMs: number): WantedChange | Refusal {
  if (!isRelaid(asked)) {
    return wantedStops(parts, bot, { stopLoss: asked.stop_loss, takeProfit: asked.stop_profit }, nowMs);
  }
  const { feed, ledger } = parts;
  const { record, spec, machine } = bot;
  const { payload, kind, ownerId, account, moneyAsset } = record;
  // One that has not started, or is over, has nothing to change, whatever it would need.
  if (machine === null || !('low_price' in payload)) return refuse(CODE.conflict, 'bot-not-changeable');
  const lines = 'grid_num' in payload ? { grid_num: asked.grid_num ?? payload.grid_num } : {};
  if (asked.grid_num !== undefined && !('grid_num' in lines)) {
    return refuseField('grid_num', 'field.unused', { field: 'grid_num' });
  }
  const deposit = asked.money === undefined || asked.money === '' ? 0n : parseAmount(asked.money);
  if (deposit === null || deposit < 0n) return refuseField('money', 'field-invalid');
  if (deposit > 0n && moneyAsset !== spec.quote) return refuseField('money', 'deposit-asset', { asset: spec.quote });
  if (deposit > ledger.balance(userAccount(ownerId, account), moneyAsset)) {
    return refuseField('money', 'money.balance.create');
  }
  const present = presentRange(bot) ?? payload;
  const { low_price = present.low_price, high_price = present.high_price } = asked;
  const { stop_loss = payload.stop_loss, stop_profit = payload.stop_profit } = asked;
  const money = formatAmount((parseAmount(payload.money) ?? 0n) + deposit);
  // It has opened: what it opened by is behind it.
  const next = { ...payload, ...lines, low_price, high_price, stop_loss, stop_profit, money, trigger_price: '' };
  const context = {
    ...checkContext(feed, spec, kind, { available: null, minAmount: null }, nowMs),
    maxGrid: MAX_GRIDS,
  };
  const refused = firstError(definitionOf(kind).check(valuesOf(kind, next as StoredPayload, spec), context));
  return refused ?? { payload: next as StoredPayload, deposit };
}

/** M-317: what would be bought or sold, and what it lacks where it lacks something. */
function investPlan(parts: HandlerParts, bot: LiveBot, asked: Wanted, nowMs: number) {
  const wanted = wantedOf(parts, bot, asked, nowMs);
  if ('code' in wanted) return wanted;
  const minimum = minimumOf(parts, bot, wanted, nowMs);
  if (minimum === null) return refuse(CODE.conflict, 'price-unknown');
  const isAppended = wanted.deposit > 0n;
  const worth = worthOf(parts, bot, nowMs);
  const lacking = minimum > worth + wanted.deposit ? minimum - worth - wanted.deposit : 0n;
  const min_amount = formatAmount(ceilToStep(minimum > worth ? minimum - worth : 0n, CENT));
  // M-165: as it stands it is too little.
  if (lacking > 0n)
    return ok({ plan_type: 3, plans: [{ plan: 'Threshold Reached' as const, actions: [] }], min_amount });
  const planned = parts.turns.planChange(bot, wanted);
  if (typeof planned === 'string') return changeRefusal(planned);
  const plan = isAppended ? 'Investments Append' : 'Investments Unchanged';
  const plans = [planView(bot, plan, planned)];
  if (!isAppended || minimum > worth) return ok({ plan_type: planType(planned, minimum > worth), plans, min_amount });
  // M-167, M-168: it can be had without the money too, and its owner chooses.
  const unchanged = wantedOf(parts, bot, { ...asked, money: '' }, nowMs);
  const other = 'code' in unchanged ? 'not-changeable' : parts.turns.planChange(bot, unchanged);
  if (typeof other === 'string') return ok({ plan_type: planType(planned, false), plans, min_amount });
  return ok({ plan_type: SEVERAL_PLANS, plans: [...plans, planView(bot, 'Investments Unchanged', other)], min_amount });
}

const SEVERAL_PLANS = 5;

function planView(bot: LiveBot, plan: 'Investments Append' | 'Investments Unchanged', planned: Changed) {
  return { plan, actions: tradesOf(planned).map((fill) => actionOf(bot, fill)) };
}

const CENT = 1_000_000n;

/** M-162 … M-166: nothing to trade, a buy, a sale; 4 where only the added money makes it possible. */
function planType(planned: Changed, needsDeposit: boolean): number {
  if (needsDeposit) return 4;
  const [trade] = tradesOf(planned);
  return trade === undefined ? 0 : trade.side === 'buy' ? 1 : 2;
}

/** Of what is sold: what it brings less what it had cost. */
function actionOf({ record, spec }: LiveBot, { side, quantity, quote }: Fill) {
  const amount = formatAmount(quantity);
  const sold = side === 'sell' && record.heldBase > 0n;
  const cost = sold ? (record.heldCost * quantity) / record.heldBase : 0n;
  const result = { profit_loss_amount: formatAmount(quote - cost), profit_loss_currency: spec.quote };
  const none = { profit_loss_amount: '', profit_loss_currency: '' };
  return { action: side, amount, currency: spec.base, ...(sold ? result : none) };
}

/** What a bot of these parameters needs, in quote units. */
function minimumOf({ feed }: HandlerParts, bot: LiveBot, { payload }: WantedChange, nowMs: number): bigint | null {
  const { record, spec } = bot;
  const prices = knownPrices(feed, spec, nowMs);
  if (prices === null) return null;
  const { minimum } = planOf(feed, record.kind, payload, spec, prices, nowMs);
  return record.moneyAsset === spec.quote ? minimum : quoteValueDown(spec, minimum, prices[0] as number);
}

/** What is the bot's own, coins at the last price: what it owes is not. */
function worthOf({ feed }: HandlerParts, { spec, machine }: LiveBot, nowMs: number): bigint {
  const prices = knownPrices(feed, spec, nowMs);
  return machine === null || prices === null ? 0n : machine.equity(prices).equity / EQUITY_SCALE;
}

/** Why a grid cannot be laid anew so: what it needs is not there. */
function lackingFor(parts: HandlerParts, bot: LiveBot, wanted: WantedChange, nowMs: number): Refusal | null {
  const minimum = minimumOf(parts, bot, wanted, nowMs);
  if (minimum === null) return refuse(CODE.conflict, 'price-unknown');
  return minimum > worthOf(parts, bot, nowMs) + wanted.deposit ? refuseField('money', 'money.min.create') : null;
}

/** Executes what is planned now, if that is what was shown. */
function changeGrid(parts: HandlerParts, tx: Tx, id: number, body: ParsedBodyOf<'changeGridParams'>) {
  const bot = parts.book.inMemory(id);
  if (bot === undefined) return refuse(CODE.unknown, 'bot-unknown');
  const { fundpass: _fundpass, actions = [], plan: _plan, ...asked } = body;
  const wanted = wantedOf(parts, bot, asked, tx.nowMs);
  if ('code' in wanted) return wanted;
  const isLaidAnew = isRelaid(asked);
  const lacking = isLaidAnew ? lackingFor(parts, bot, wanted, tx.nowMs) : null;
  if (lacking !== null) return lacking;
  const planned = parts.turns.planChange(bot, wanted);
  if (typeof planned === 'string') return changeRefusal(planned);
  if (isLaidAnew && !isAsShown(tradesOf(planned), actions)) return refuse(CODE.conflict, 'plan-stale');
  if (wanted.deposit > 0n) {
    const { record } = bot;
    const funds = { asset: record.moneyAsset, amount: wanted.deposit, reason: 'bot-add', timeMs: tx.nowMs } as const;
    if (!payToBot(parts.ledger, record, funds)) return refuseField('money', 'money.balance.create');
  }
  parts.turns.change(tx, bot, wanted, planned);
  return ok({ strategy_id: id });
}

/** Whether the trades of a plan are those that its owner has seen, but for what the price has moved since. */
function isAsShown(trades: readonly Fill[], shown: readonly { action: 'buy' | 'sell'; amount: string }[]): boolean {
  if (trades.length !== shown.length) return false;
  return trades.every(({ side, quantity }, i) => {
    const one = shown[i] as (typeof shown)[number];
    const said = parseAmount(one.amount) ?? 0n;
    const off = said > quantity ? said - quantity : quantity - said;
    return one.action === side && off * 100n <= said * TRADE_TOLERANCE;
  });
}
