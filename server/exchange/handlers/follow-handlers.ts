import type { CopyTerms } from '#lib/contract/copy-calls.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { definitionOf } from '#lib/kinds/definitions.ts';
import { kindOf } from '#lib/kinds/exchange.ts';
import { formatAmount, parseAmount } from '#lib/money/amount.ts';
import { moneySaidIn } from '#lib/strategies/exchange-kind.ts';
import { leavesFound } from '../bots/as-found.ts';
import { botFeeRate, knownPrices, planOf, tradingAccountOf } from '../bots/bot-kinds.ts';
import { contractOf } from '../bots/bot-markets.ts';
import type { StoredPayload } from '../bots/bot-record.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { trialRefusal } from '../bots/trial-funds.ts';
import {
  copiedPayload,
  type FollowBody,
  foreignField,
  hasOpenParams,
  type OwnChoice,
  stopFieldsOf,
  takesOwnStops,
} from '../copies/copied-payload.ts';
import { leastCopy, wrongBesideMoney } from '../copies/least-copy.ts';
import { type ExchangeRequest, type Handlers, signedIn } from '../http/handler.ts';
import { userAccount, userTrial } from '../ledger/account-names.ts';
import { ok, type Refusal, refuse, refuseField } from '../replies/reply.ts';
import { liquidationView } from '../views/liquidation-view.ts';
import { settleOf } from '../views/strategy-row.ts';
import { sightIn } from '../views/visibility.ts';
import { type CheckedOrder, checkOrder, placeBot } from './bot-creation.ts';
import { type HandlerParts, isRefusal } from './bot-parts.ts';
import { type AskedFollow, closedDoor, sourceOf } from './copy-source.ts';

type FollowCall = 'followGrid' | 'followStrategy' | 'followTerms';

/** Copying a bot: the copy is made and runs as any other bot of its kind. */
export function followHandlers(parts: HandlerParts): Pick<Handlers, FollowCall> {
  return {
    followGrid: async (request) => {
      const { body } = request;
      const order = await checkFollow(parts, request, body, 'createGrid', {
        ...choiceOf(body, body),
        money: body.money,
      });
      return 'code' in order ? order : request.transact((tx) => stillOpen(parts, order) ?? placeBot(parts, tx, order));
    },
    followStrategy: async (request) => {
      const { body } = request;
      const { begin_money_amount: money, ...params } = body.params;
      const order = await checkFollow(parts, request, body, 'runStrategy', { ...choiceOf(body, params), money });
      return 'code' in order ? order : request.transact((tx) => stillOpen(parts, order) ?? placeBot(parts, tx, order));
    },
    followTerms: (request) => termsOf(parts, request),
  };
}

type Said = Readonly<Record<string, unknown>>;
/** A choice in the wire's names: which of them are stops says the original's kind. */
type NamedChoice = Omit<OwnChoice, 'stopLoss' | 'stopProfit'> & { readonly said: Said };

function choiceOf(texts: OwnChoice['texts'] & Said, said: Said & { readonly leverage?: string | undefined }) {
  return { texts, leverage: said.leverage, said };
}

function textOf(said: Said, field: string): string | undefined {
  const value = field === '' ? undefined : said[field];
  return typeof value === 'string' ? value : undefined;
}

/** The order of a copy, or why there is none. `call`: what creates bots that this call follows. */
async function checkFollow(
  parts: HandlerParts,
  request: AskedFollow,
  body: FollowBody,
  call: 'createGrid' | 'runStrategy',
  choice: NamedChoice,
): Promise<CheckedOrder | Refusal> {
  const source = await sourceOf(parts, request, body.follow_id);
  if ('code' in source) return source;
  const { kind } = source.record;
  if (definitionOf(kind).calls.create !== call) return refuseField('follow_id', 'kind-unknown');
  const said = body.strategy_type;
  if (said !== undefined && said !== kind) return refuseField('strategy_type', 'kind-unknown');
  const { loss, profit } = stopFieldsOf(source);
  const stops = { stopLoss: textOf(choice.said, loss), stopProfit: textOf(choice.said, profit) };
  const payload = copiedPayload(source, { ...choice, ...stops });
  if ('code' in payload) return payload;
  const foreign = foreignField(source, body, payload);
  if (foreign !== null) return foreign;
  const named = { ...payload, ...whoIsSaid(body) };
  const least = () => leastCopy(parts.feed, source, { ...choice, ...stops }, request.nowMs);
  return orderOf(parts, source, named, least, request);
}

/** Whose the copy is to be, where a payload says it: looked at as in any creation. */
function whoIsSaid({ uid, user_id }: FollowBody): object {
  return { ...(typeof uid === 'string' ? { uid } : {}), ...(typeof user_id === 'string' ? { user_id } : {}) };
}

/** `least`: of a copy like it (least-copy.ts). */
function orderOf(
  parts: HandlerParts,
  source: LiveBot,
  payload: StoredPayload,
  least: () => bigint | null,
  request: AskedFollow,
): CheckedOrder | Refusal {
  const { id, kind } = source.record;
  const { nowMs } = request;
  const copied = { followId: id, isOpenParams: hasOpenParams(source), ...foundFor(source, payload) };
  // The payload is made of one of this kind.
  const order = checkOrder(parts, kind, payload, signedIn(request).id, nowMs, copied);
  if (!('code' in order)) return order;
  // M-257: of an open original the documents name the smallest first order.
  const isNamed = hasOpenParams(source) && order.data?.issue === 'order.min';
  return (isNamed ? null : tooLittle(parts, source, payload, least, nowMs)) ?? ofCopy(order, source);
}

/** A refusal of a part that is too small with so little money is one of the money: the copier types no other figure, and of a closed original he may hear of no other. */
function tooLittle(
  { feed }: HandlerParts,
  source: LiveBot,
  payload: StoredPayload,
  leastOf: () => bigint | null,
  nowMs: number,
): Refusal | null {
  const invested = moneySaidIn(payload);
  const least = wrongBesideMoney(feed, source, payload, nowMs) === null ? null : leastOf();
  if (least === null || invested >= least) return null;
  if (invested === 0n) return refuseField('money', 'money.empty');
  const unit = definitionOf(source.record.kind).investmentAsset(payload, source.spec);
  return refuseField('money', 'money.min.copy', { min: formatAmount(least), unit });
}

/** A copy is of AI parameters as its original is; with a leverage or a take profit of the copier's own that the search decided, it is not. */
function foundFor(source: LiveBot, payload: StoredPayload): Pick<LiveBot['record'], 'isAi' | 'aiGrade'> {
  const { isAi, aiGrade } = source.record;
  return isAi && leavesFound(source, payload) ? { isAi, aiGrade } : { isAi: false, aiGrade: undefined };
}

function stillOpen(parts: HandlerParts, { followId = 0, ownerId }: CheckedOrder): Refusal | null {
  return closedDoor(parts, followId, ownerId);
}

/** What a copy says in other words than a creation (M-254, M-255). */
const COPY_WORDS: Readonly<Record<string, string>> = {
  'money.min.create': 'money.min.copy',
  'money.balance.create': 'money.balance.copy',
};
/** Fields of a follow call that a refusal may name whatever of the original is hidden. */
const TOLD = [
  'money',
  'begin_money_amount',
  'leverage',
  'strategy_name',
  'abstract',
  'use_experience',
  'uid',
  'user_id',
];

/**
 * A creation's refusal as one of a copy. What is wrong with hidden parameters at the present price is not told: the field and the
 * bound would be theirs.
 */
function ofCopy(refusal: Refusal, source: LiveBot): Refusal {
  const { data } = refusal;
  const field = data?.field;
  if (data === undefined || field === undefined) return refusal;
  const { loss, profit } = stopFieldsOf(source);
  const isTold = TOLD.includes(field) || (takesOwnStops(source) && (field === loss || field === profit));
  if (!hasOpenParams(source) && !isTold) return refuse(CODE.conflict, 'follow-not-now');
  const word = COPY_WORDS[data.issue ?? ''];
  return word === undefined ? refusal : { ...refusal, data: { ...data, issue: word } };
}

/** What a copy would be, needs and costs, and why it would be refused now. Nothing is kept of it. */
async function termsOf(parts: HandlerParts, request: ExchangeRequest<'followTerms'>) {
  const { body, nowMs } = request;
  const userId = signedIn(request).id;
  const source = await sourceOf(parts, request, body.follow_id);
  if ('code' in source) return source;
  const { record, spec } = source;
  const { kind } = record;
  const money = body.money ?? '';
  const choice = { leverage: body.leverage, stopLoss: body.stop_loss, stopProfit: body.stop_profit };
  const texts = { is_hide: 1, use_experience: body.use_experience ?? 0 } as const;
  const asked: OwnChoice = { ...choice, texts, money: money === '' ? '0' : money };
  const payload = copiedPayload(source, asked);
  if ('code' in payload) return payload;
  const least = leastCopy(parts.feed, source, asked, nowMs);
  const order = orderOf(parts, source, payload, () => least, request);
  const asset = definitionOf(kind).investmentAsset(payload, spec);
  const isOpen = hasOpenParams(source);
  const kindTerms = kindOf(kind).terms(payload);
  const limits = definitionOf(kind).leverageLimits?.(spec);
  const available = parts.ledger.balance(userAccount(userId, tradingAccountOf(kind, spec)), asset);
  // C-022: what such a copy cannot take is not offered. Whether it keeps coins is a parameter: of hidden ones it is not told by this either (H54).
  const keepsCoins = isOpen && kindTerms.keepsCoins;
  const takesTrial = trialRefusal({ market: spec.market, kind, asset, keepsCoins }) === null;
  return ok({
    strategy_type: kind,
    market: record.market,
    settle: settleOf(contractOf(spec) ?? spec),
    asset,
    ...planned(parts, source, asked, least, nowMs, sightIn(parts.book, record, userId)?.exposure === true),
    available: formatAmount(available),
    trial_available: formatAmount(takesTrial ? parts.ledger.balance(userTrial(userId), asset) : 0n),
    leverage: limits === undefined ? '' : kindTerms.leverage,
    leverage_min: limits?.min ?? 0,
    leverage_max: limits?.max ?? 0,
    stops: stopsOf(source),
    follow_fee_rate: record.payload.follow_fee_rate || '0',
    fee_rate: formatAmount(botFeeRate(spec, kind)),
    is_open_params: isOpen ? 1 : 0,
    payload: isOpen ? { ...payload } : null,
    issue: isRefusal(order) ? { ...order.data, code: order.code } : null,
  } satisfies CopyTerms);
}

/** What a copier is asked for: a stop that the bot would be refused – a total take profit in a contract – is none. */
function stopsOf(source: LiveBot): CopyTerms['stops'] {
  const { kind, payload } = source.record;
  const { stops } = kindOf(kind);
  if (stops === undefined || !takesOwnStops(source)) return { of: '', stop_loss: 0, stop_profit: 0 };
  const { loss, profit } = stopFieldsOf(source);
  const takesProfit = profit !== '' && stops.with(payload, { stopLoss: undefined, takeProfit: '1' }) !== null;
  return { of: stops.of, stop_loss: loss === '' ? 0 : 1, stop_profit: takesProfit ? 1 : 0 };
}

/**
 * The least that the copy needs, and where it would be liquidated with its money; nothing while its parameters do not begin. The
 * prices are for those who may see the original's: a stranger would reckon its range from those of two leverages (H54).
 */
function planned(
  { feed }: HandlerParts,
  source: LiveBot,
  asked: OwnChoice,
  found: ReturnType<typeof leastCopy>,
  nowMs: number,
  isExposed: boolean,
): Pick<CopyTerms, 'min_amount' | keyof ReturnType<typeof liquidationView>> {
  const { record, spec } = source;
  const { kind } = record;
  const contract = contractOf(spec) ?? spec;
  const prices = knownPrices(feed, spec, nowMs);
  const least = found ?? 0n;
  // Money is what is asked for: what is wrong with it, with what is too small by it, or with the size that it reaches, keeps nobody from saying how much is needed.
  const isTooSmall = (parseAmount(asked.money) ?? 0n) < least;
  const smallest = { ...asked, money: formatAmount(least) };
  const payload = copiedPayload(source, isTooSmall ? smallest : asked);
  if (prices === null || 'code' in payload || wrongBesideMoney(feed, source, payload, nowMs) !== null) {
    return { min_amount: '', ...liquidationView(contract, null) };
  }
  const { minimum: ofAsked, liquidation } = planOf(feed, kind, payload, spec, prices, nowMs);
  // Parts that grow with the money need more: the least is what the smallest of them need.
  const small = found === null || isTooSmall ? payload : copiedPayload(source, smallest);
  const minimum =
    'code' in small || small === payload ? ofAsked : planOf(feed, kind, small, spec, prices, nowMs).minimum;
  return {
    min_amount: formatAmount(minimum > least ? minimum : least),
    ...liquidationView(contract, isExposed && !isTooSmall ? liquidation : null),
  };
}
