import { CODE } from '#lib/contract/vocabulary.ts';
import { layOutGrid } from '#lib/formulas/grid-quantities.ts';
import { formatAmount, parseAmount } from '#lib/money/amount.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { CheckContext, FormValues, Issue } from '#lib/strategies/definition.ts';
import { definitionOf } from '#lib/strategies/registry.ts';
import { readLayout } from '#lib/strategies/spot-grid/values.ts';
import { botFeeRate, checkContext, isRunnable } from '../bots/bot-kinds.ts';
import type { StoredPayload } from '../bots/bot-record.ts';
import { type BotOrder, fundBot, newRecord } from '../bots/create-bot.ts';
import {
  type ExchangeRequest,
  type Handlers,
  ok,
  type Refusal,
  refuse,
  refuseField,
  signedIn,
} from '../http/handler.ts';
import { userSpot } from '../ledger/account-names.ts';
import type { Tx } from '../sequencer/sequencer.ts';
import type { HandlerParts } from './bot-parts.ts';
import { UNKNOWN_PRICE } from './market-handlers.ts';

type CreateCall = 'minAmount' | 'createGrid';

/** Bots of one account that may live at once: more than anybody watches, fewer than a loop makes. */
const MAX_LIVING_BOTS = 1_000;

export function createHandlers(parts: HandlerParts): Pick<Handlers, CreateCall> {
  return { minAmount: (request) => minimumAmount(parts, request), createGrid: (request) => createGrid(parts, request) };
}

/**
 * Every rule of the form again, because the browser is not trusted; then, behind the fund password, the money is
 * moved and the bot is there. (The agreement is asked for before, for every call that needs it.)
 */
function createGrid(parts: HandlerParts, request: ExchangeRequest<'createGrid'>) {
  const user = signedIn(request);
  const { fundpass: _fundpass, ...payload } = request.body;
  const spec = parts.feed.spec(payload.market);
  if (spec === undefined) return refuseField('market', 'market-unknown');
  const kind = payload.strategy_type;
  if (!isRunnable(kind)) return refuseField('strategy_type', 'kind-unknown');
  if (payload.instrument_type !== 'spot') return refuseField('instrument_type', 'instrument-unknown');
  if (payload.leverage !== '1') return refuseField('leverage', 'leverage-spot');
  const refusal = checkPayload(parts, payload, spec, user.id, request.nowMs);
  if (refusal !== null) return refusal;
  const feeRate = botFeeRate(spec.market, kind);
  // A creator who hides the strategy hides its parameters with it (C-348).
  const order: BotOrder = {
    kind,
    ownerId: user.id,
    spec,
    payload,
    feeRate,
    isOpenParams: payload.is_hide !== 1,
    isAi: false,
  };
  return request.transact((tx) => placeBot(parts, tx, order));
}

/** The definition's own check with what only the exchange knows: price, minimum, fee and the account's balance. */
function checkPayload(
  { feed, ledger }: HandlerParts,
  payload: StoredPayload,
  spec: MarketSpec,
  userId: number,
  nowMs: number,
): Refusal | null {
  const definition = definitionOf('spot_grid');
  const values = definition.decode(payload, spec);
  const asset = definition.investmentAsset(values, spec);
  const available = ledger.balance(userSpot(userId), asset);
  const context = checkContext(feed, spec, values, available, nowMs);
  if (context.lastTicks === null) return refuse(CODE.conflict, 'price-unknown');
  return firstError(definition.check(values, context));
}

function firstError(issues: readonly Issue[]): Refusal | null {
  const error = issues.find(({ severity }) => severity === 'error');
  return error === undefined ? null : refuseField(error.field, error.code, error.values);
}

function placeBot({ book, ledger, feed, turns }: HandlerParts, tx: Tx, order: BotOrder) {
  const living = book.ofOwner(order.ownerId).filter(({ record }) => record.finishMs === null).length;
  if (living >= MAX_LIVING_BOTS) return refuse(CODE.conflict, 'too-many-bots', { max: `${MAX_LIVING_BOTS}` });
  const ticks = feed.lastTicks(order.spec.market, tx.nowMs);
  if (ticks === null) return refuse(CODE.conflict, 'price-unknown');
  const record = newRecord(book.nextId(), order, tx.nowMs);
  const bot = fundBot(ledger, record, order.spec, ticks);
  // Somebody else of the same account was faster: the balance that the check saw is gone.
  if ('refused' in bot) return refuseField('money', 'money.balance.create');
  turns.accept(tx, bot);
  return ok({ strategy_id: record.id });
}

/** C-145: what a grid of these lines needs at the present price, and the quantity of its smallest order for the given money. */
function minimumAmount({ feed }: HandlerParts, { query, nowMs }: ExchangeRequest<'minAmount'>) {
  const spec = feed.spec(query.market);
  if (spec === undefined) return refuseField('market', 'market-unknown');
  const definition = definitionOf('spot_grid');
  const values = definition.decode(gridQuestion(query), spec);
  const context = checkContext(feed, spec, values, null, nowMs);
  if (context.lastTicks === null) return refuse(CODE.conflict, 'price-unknown');
  if (context.minAmount === null) {
    const found = definition.check(values, context).filter(({ field }) => RANGE_FIELDS.includes(field));
    return firstError(found) ?? refuseField('low_price', 'price.required', { label: 'low_price' });
  }
  return ok({
    min_amount: formatAmount(context.minAmount),
    base: spec.base,
    quote: spec.quote,
    unit_qty: formatAmount(unitQuantity(values, spec, context)),
    liq_price: UNKNOWN_PRICE,
    short_liq_price: UNKNOWN_PRICE,
    max_leverage: '1',
  });
}

const RANGE_FIELDS: readonly string[] = ['low_price', 'high_price', 'grid_num', 'trigger_price'];

/** The question as a payload: fields that it does not have are not set. */
function gridQuestion(query: ExchangeRequest<'minAmount'>['query']): StoredPayload {
  return {
    strategy_type: 'spot_grid',
    market: query.market,
    instrument_type: query.instrument_type,
    leverage: query.leverage ?? '1',
    low_price: query.low_price,
    high_price: query.high_price,
    grid_num: `${query.grid_num}`,
    price_type: query.price_type ?? '0',
    is_use_base: query.is_use_base ?? '0',
    money: query.money || '0',
    qty_type: query.qty_type ?? '0',
    qty_rate: query.qty_rate ?? '',
    trigger_price: query.trigger_price ?? '',
    store_coin_flag: 0,
  };
}

/** Smallest quantity of a grid order if this money is invested now, base units. */
function unitQuantity(values: FormValues, spec: MarketSpec, context: CheckContext): bigint {
  const layout = readLayout(values, spec, context.lastTicks, context.feeRate);
  const money = parseAmount(values.money ?? '');
  if (layout === null || money === null || money === 0n) return 0n;
  const { quantities } = layOutGrid({ ...layout, openTicks: layout.lastTicks }, money);
  return quantities.reduce((least, quantity) => (quantity < least ? quantity : least), quantities[0] ?? 0n);
}
