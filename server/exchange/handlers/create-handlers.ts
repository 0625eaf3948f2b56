import { CODE } from '#lib/contract/vocabulary.ts';
import { RUNNABLE_KINDS } from '#lib/kinds/definitions.ts';
import { kindOf } from '#lib/kinds/exchange.ts';
import { formatAmount, parseAmount } from '#lib/money/amount.ts';
import type { Issue } from '#lib/strategies/definition.ts';
import { withMoneySaid, withParams } from '#lib/strategies/exchange-kind.ts';
import { hasMoney } from '#lib/strategies/grid/money-question.ts';
import { profitAssetOf } from '../bots/bot-equity.ts';
import { checkContext, isRunnable, knownPrices, planOf } from '../bots/bot-kinds.ts';
import { contractOf, isPlaceRefusal, specOfPayload } from '../bots/bot-markets.ts';
import type { StoredPayload } from '../bots/bot-record.ts';
import { checkPayload } from '../bots/check-payload.ts';
import { leverageIssues } from '../changes/margin-changes.ts';
import { type ExchangeRequest, type Handlers, signedIn } from '../http/handler.ts';
import { firstError } from '../replies/first-error.ts';
import { ok, refuse, refuseField } from '../replies/reply.ts';
import { liquidationView } from '../views/liquidation-view.ts';
import { checkOrder, placeBot, withGrade } from './bot-creation.ts';
import { type HandlerParts, isRefusal, ownBot } from './bot-parts.ts';

type CreateCall = 'minAmount' | 'createGrid' | 'liquidationPrice';

export function createHandlers(parts: HandlerParts): Pick<Handlers, CreateCall> {
  return {
    minAmount: (request) => minimumAmount(parts, request),
    liquidationPrice: (request) => liquidationPrice(parts, request),
    createGrid: async (request) => {
      const { fundpass: _fundpass, ...body } = request.body;
      const kind = body.strategy_type;
      if (!isRunnable(kind)) return refuseField('strategy_type', 'kind-unknown');
      // Its strategy_type says that the payload is this kind's.
      const order = checkOrder(parts, kind, body, signedIn(request).id, request.nowMs);
      if ('code' in order) return order;
      const known = await withGrade(parts, order, request.nowMs);
      return request.transact((tx) => placeBot(parts, tx, known));
    },
  };
}

/** Fields that a plan cannot do without; what is wrong with others does not keep it from being made. */
const PLAN_FIELDS: readonly string[] = [
  'low_price',
  'high_price',
  'grid_num',
  'trigger_price',
  'leverage',
  'side',
  'money',
];

/**
 * C-145: what a grid of these parameters needs at the present price, the quantity of its smallest order for the given
 * money, and where it would be liquidated.
 */
function minimumAmount({ feed }: HandlerParts, { query, nowMs }: ExchangeRequest<'minAmount'>) {
  const kind = RUNNABLE_KINDS.find((one) => kindOf(one).question?.isAbout(query.instrument_type));
  const payload = kind === undefined ? undefined : kindOf(kind).question?.payload(query);
  if (kind === undefined || payload === undefined) return refuseField('instrument_type', 'instrument-unknown');
  const spec = specOfPayload(feed, kind, payload);
  if (isPlaceRefusal(spec)) return refuseField(spec.field, spec.issue, spec.values);
  const context = checkContext(feed, spec, kind, nowMs);
  const prices = knownPrices(feed, spec, nowMs);
  if (prices === null) return refuse(CODE.conflict, 'price-unknown');
  const issues = checkPayload(kind, payload, context);
  const isFunded = hasMoney(query);
  // Nobody has typed the money that stands in.
  const isAsked = (field: string): boolean => PLAN_FIELDS.includes(field) && (isFunded || field !== 'money');
  const refusal = firstError(issues.filter(({ field, place: at }) => at === 'field' && isAsked(field)));
  if (refusal !== null) return refusal;
  const plan = planOf(feed, kind, payload, spec, prices, nowMs);
  return ok({
    min_amount: formatAmount(plan.minimum),
    base: spec.base,
    quote: spec.contract === undefined ? spec.quote : profitAssetOf(spec),
    unit_qty: isFunded ? formatAmount(plan.unitQuantity) : '0',
    ...liquidationView(spec, isFunded ? plan.liquidation : null),
    max_leverage: `${plan.maxLeverage}`,
  });
}

/**
 * M-316: where a bot would be liquidated with other money and leverage. Of one that runs by what it holds and what rests
 * now – the same function as its row's and its detail's – with the difference of the money in its account; leverage binds
 * margin there and moves no liquidation (H39). One that has not opened yet is planned where it opens.
 */
async function liquidationPrice({ feed, book }: HandlerParts, request: ExchangeRequest<'liquidationPrice'>) {
  const { body, nowMs } = request;
  const bot = await ownBot(book, request, body.strategy_id);
  if (isRefusal(bot)) return bot;
  const { record, spec, machine } = bot;
  const { follow_id: followId } = body;
  if (followId !== undefined && followId !== record.followId) return refuseField('follow_id', 'bot-unknown');
  const payload = withMoney(record.payload, body.money, body.leverage);
  const context = checkContext(feed, spec, record.kind, nowMs);
  const prices = knownPrices(feed, spec, nowMs);
  if (prices === null) return refuse(CODE.conflict, 'price-unknown');
  // Margin makes its position no larger: the leverage is asked about with the money that it was made with.
  const levered = checkPayload(record.kind, withLeverage(record.payload, body.leverage), context);
  const isOpen = machine !== null && machine.status !== 'open';
  // Margin comes in in millionths (M-362), whatever decimals an investment is made in.
  const isAsked = ({ field, code }: Issue): boolean =>
    (field === 'money' || field === 'begin_money_amount') && !(isOpen && code === 'amount.decimals');
  const refusal = firstError([
    ...leverageIssues(levered, record.payload, body.leverage).filter(({ field }) => field === 'leverage'),
    ...checkPayload(record.kind, payload, context).filter(isAsked),
  ]);
  if (refusal !== null) return refusal;
  const money = parseAmount(body.money) ?? record.money;
  const liquidation = isOpen
    ? (machine.liquidations?.(money - record.money - record.deposited) ?? null)
    : planOf(feed, record.kind, payload, spec, prices, nowMs).liquidation;
  return { ...ok(null), ...liquidationView(contractOf(spec) ?? spec, liquidation) };
}

function withMoney(payload: StoredPayload, money: string, leverage: string | undefined): StoredPayload {
  return withLeverage(withMoneySaid(payload, money), leverage);
}

function withLeverage(payload: StoredPayload, leverage: string | undefined): StoredPayload {
  if (leverage === undefined) return payload;
  if (!('params' in payload)) return 'leverage' in payload ? { ...payload, leverage } : payload;
  return 'leverage' in payload.params ? withParams(payload, { leverage }) : payload;
}
