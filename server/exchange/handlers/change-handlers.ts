import type { ParsedBodyOf } from '#lib/contract/contract.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import type { Fill, LifeRefusal } from '#lib/engine/machine.ts';
import { definitionOf } from '#lib/kinds/definitions.ts';
import { ceilToStep, formatAmount, parseAmount } from '#lib/money/amount.ts';
import { quoteValueDown } from '#lib/money/market-spec.ts';
import { checkContext, knownPrices, planOf, valuesOf } from '../bots/bot-kinds.ts';
import type { StoredPayload } from '../bots/bot-record.ts';
import { type Changed, tradesOf, type WantedChange } from '../bots/change-bot.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { fundReference } from '../bots/settle-bot.ts';
import type { ExchangeRequest, Handlers } from '../http/handler.ts';
import { botAccount, userAccount } from '../ledger/account-names.ts';
import { ok, type Refusal, refuse, refuseField } from '../replies/reply.ts';
import type { Tx } from '../sequencer/sequencer.ts';
import { firstError } from './bot-creation.ts';
import { type HandlerParts, isRefusal, ownSeenBot } from './bot-parts.ts';

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
      const bot = await changeable(parts, request);
      return isRefusal(bot) ? bot : investPlan(parts, bot, request.body, request.nowMs);
    },
    changeGridParams: async (request) => {
      const bot = await changeable(parts, request);
      if (isRefusal(bot)) return bot;
      const { id } = bot.record;
      return request.transact((tx) => changeGrid(parts, tx, id, request.body));
    },
  };
}

/**
 * The owner's bot. A copy of a bot whose parameters are closed stays as it is: what a change leaves as it was – the range, when
 * only a stop is asked for – would be told by what is refused (H54).
 */
async function changeable(parts: HandlerParts, request: ExchangeRequest<ChangeCall>): Promise<LiveBot | Refusal> {
  const seen = await ownSeenBot(parts.book, request, request.path.id);
  if (isRefusal(seen)) return seen;
  return seen.sight.params ? seen.bot : refuse(CODE.conflict, 'bot-not-changeable');
}

/** What the owner wants, or what is wrong with it. Nothing is changed yet. */
function wantedOf({ feed, ledger }: HandlerParts, bot: LiveBot, asked: Wanted, nowMs: number): WantedChange | Refusal {
  const { record, spec } = bot;
  const { payload, kind, ownerId, account, moneyAsset } = record;
  if (!('low_price' in payload) || !('grid_num' in payload)) return refuse(CODE.conflict, 'bot-not-changeable');
  const deposit = asked.money === undefined || asked.money === '' ? 0n : parseAmount(asked.money);
  if (deposit === null || deposit < 0n) return refuseField('money', 'field-invalid');
  if (deposit > 0n && moneyAsset !== spec.quote) return refuseField('money', 'deposit-asset', { asset: spec.quote });
  if (deposit > ledger.balance(userAccount(ownerId, account), moneyAsset)) {
    return refuseField('money', 'money.balance.create');
  }
  const { low_price = payload.low_price, high_price = payload.high_price, grid_num = payload.grid_num } = asked;
  const { stop_loss = payload.stop_loss, stop_profit = payload.stop_profit } = asked;
  const money = formatAmount((parseAmount(payload.money) ?? 0n) + deposit);
  // It has opened: what it opened by is behind it.
  const next = { ...payload, low_price, high_price, grid_num, stop_loss, stop_profit, money, trigger_price: '' };
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
  if (typeof planned === 'string') return refusalOf(planned);
  const actions = tradesOf(planned).map((fill) => actionOf(bot, fill));
  const plan = isAppended ? ('Investments Append' as const) : ('Investments Unchanged' as const);
  return ok({ plan_type: planType(planned, minimum > worth), plans: [{ plan, actions }], min_amount });
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

/** What the bot holds, coins at the last price. */
function worthOf({ feed }: HandlerParts, { spec, machine }: LiveBot, nowMs: number): bigint {
  const held = machine?.holdings() ?? {};
  const ticks = feed.lastTicks(spec.market, nowMs) ?? 0;
  return (held[spec.quote] ?? 0n) + quoteValueDown(spec, held[spec.base] ?? 0n, ticks);
}

/** Executes what is planned now, if that is what was shown. */
function changeGrid(parts: HandlerParts, tx: Tx, id: number, body: ParsedBodyOf<'changeGridParams'>) {
  const bot = parts.book.inMemory(id);
  if (bot === undefined) return refuse(CODE.unknown, 'bot-unknown');
  const { fundpass: _fundpass, actions = [], plan: _plan, ...asked } = body;
  const wanted = wantedOf(parts, bot, asked, tx.nowMs);
  if ('code' in wanted) return wanted;
  const minimum = minimumOf(parts, bot, wanted, tx.nowMs);
  if (minimum === null) return refuse(CODE.conflict, 'price-unknown');
  const isRelaid =
    wanted.deposit > 0n ||
    asked.low_price !== undefined ||
    asked.high_price !== undefined ||
    asked.grid_num !== undefined;
  const worth = worthOf(parts, bot, tx.nowMs);
  if (isRelaid && minimum > worth + wanted.deposit) return refuseField('money', 'money.min.create');
  const planned = parts.turns.planChange(bot, wanted);
  if (typeof planned === 'string') return refusalOf(planned);
  if (isRelaid && !isAsShown(tradesOf(planned), actions)) return refuse(CODE.conflict, 'plan-stale');
  if (wanted.deposit > 0n) {
    const { ownerId, account, moneyAsset } = bot.record;
    const from = userAccount(ownerId, account);
    const posting = { from, to: botAccount(id), asset: moneyAsset, amount: wanted.deposit };
    if (parts.ledger.post([posting], 'bot-add', fundReference(id), tx.nowMs) !== null) {
      return refuseField('money', 'money.balance.create');
    }
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

function refusalOf(refusal: LifeRefusal): Refusal {
  if (refusal === 'no-price' || refusal === 'slippage-exceeded') return refuse(CODE.conflict, 'price-unknown');
  if (refusal === 'no-funds') return refuseField('money', 'money.min.create');
  if (refusal === 'cannot-be-laid') return refuseField('grid_num', 'grid-cannot-be-laid');
  return refuse(CODE.conflict, 'bot-not-changeable');
}
