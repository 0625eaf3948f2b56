import type { ParsedBodyOf } from '#lib/contract/contract.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { isSame } from '#lib/engine/body/stop-change.ts';
import { EQUITY_SCALE } from '#lib/engine/machine.ts';
import { kindOf } from '#lib/kinds/exchange.ts';
import { formatAmount, isSameNumber, parseAmount } from '#lib/money/amount.ts';
import { quoteValueDown } from '#lib/money/market-spec.ts';
import { profitAssetOf } from '../bots/bot-equity.ts';
import { checkContext, knownPrices, planOf } from '../bots/bot-kinds.ts';
import type { StoredPayload } from '../bots/bot-record.ts';
import type { MadeChange, WantedChange } from '../bots/change-bot.ts';
import { checkPayload } from '../bots/check-payload.ts';
import type { StandingBot } from '../bots/live-bot.ts';
import { firstError } from '../replies/first-error.ts';
import { type Refusal, refuse, refuseField } from '../replies/reply.ts';
import type { ChangeParts } from './change-parts.ts';
import { depositOf } from './deposits.ts';
import { leverageIssues } from './margin-changes.ts';
import { asOpened, presentRange, reachedStops, wantedStops } from './stop-changes.ts';
import { isTrailingAsked, newLimitIssues, wantedTrailing, withTrailing } from './trailing-change.ts';

/** What an owner asks a running bot to be, and what it is to work with. */

export type AskedChange = Omit<ParsedBodyOf<'changeGridParams'>, 'fundpass' | 'actions' | 'plan' | 'fingerprint'>;

/** Most grids of a grid that is edited (X1). */
const MAX_GRIDS = 1_000;
const RANGE = ['low_price', 'high_price', 'grid_num'] as const;

type RangeText = Readonly<Partial<Record<(typeof RANGE)[number], string>>>;

/** Where a bot's grid lies by now; nothing of a bot without one. */
function lyingNow(bot: StandingBot): RangeText {
  const { payload } = bot.record;
  if (!('low_price' in payload)) return {};
  const { low_price, high_price } = presentRange(bot) ?? payload;
  return { low_price, high_price, ...('grid_num' in payload ? { grid_num: payload.grid_num } : {}) };
}

/** What of a bot may be asked to be another, as it stands: texts of the wire, '' where there is none. */
export function standingValues(bot: StandingBot): Readonly<Record<string, string>> {
  const { kind, payload } = bot.record;
  const { stops } = kindOf(kind);
  const said: Readonly<Record<string, unknown>> = { ...('params' in payload ? payload.params : payload) };
  const textOf = (field = ''): string => {
    const text = said[field];
    return typeof text === 'string' ? text : '';
  };
  const [first, second] = stops?.fields ?? [];
  const [loss, profit] = stops?.lacks === 'stop_loss' ? [undefined, first] : [first, second];
  return { ...lyingNow(bot), stop_loss: textOf(loss), stop_profit: textOf(profit) };
}

/** Whether the lines are to lie elsewhere. Who says them as they are (M-205) asks for nothing. */
export function isRangeAsked(bot: StandingBot, asked: RangeText): boolean {
  const present = lyingNow(bot);
  return RANGE.some((name) => asked[name] !== undefined && !isSameNumber(asked[name], present[name]));
}

function isMoneyAsked({ money = '' }: AskedChange): boolean {
  return money !== '' && parseAmount(money) !== 0n;
}

/** Whether more than its stops is to be changed. */
function isRelaid(bot: StandingBot, asked: AskedChange): boolean {
  return isRangeAsked(bot, asked) || isMoneyAsked(asked);
}

/** Why no money can come into a bot by a change: its kind takes none, what comes into its contract is margin, or it was given coins. */
function takesNoMoney({ record: { kind }, machine }: StandingBot): Refusal {
  if (machine?.increaseMargin !== undefined) return refuse(CODE.conflict, 'bot-not-changeable');
  if (kindOf(kind).withMoney === undefined) return refuse(CODE.conflict, 'deposit-none');
  return refuseField('money', 'field.unused', { field: 'money' });
}

/** What the owner wants, or what is wrong with it. Nothing is changed yet. */
export function wantedOf(
  parts: ChangeParts,
  bot: StandingBot,
  asked: AskedChange,
  nowMs: number,
): WantedChange | Refusal {
  if (!isRelaid(bot, asked)) return wantedAsItLies(parts, bot, asked, nowMs);
  // One that has not started, or is over, has nothing to change, whatever it would need.
  if (bot.machine === null) return refuse(CODE.conflict, 'bot-not-changeable');
  if (isMoneyAsked(asked) && withDeposit(bot, 0n) === null) return takesNoMoney(bot);
  const deposit = depositOf(parts, bot, { field: 'money', text: asked.money || '0' });
  return typeof deposit === 'bigint' ? laidWith(parts, bot, deposit, asked, nowMs) : deposit;
}

/** Other stops, other limits of trailing, or both: its orders stay. */
function wantedAsItLies(
  parts: ChangeParts,
  bot: StandingBot,
  asked: AskedChange,
  nowMs: number,
): WantedChange | Refusal {
  const stops = { stopLoss: asked.stop_loss, takeProfit: asked.stop_profit };
  const isOfTrailingAlone = isTrailingAsked(asked) && stops.stopLoss === undefined && stops.takeProfit === undefined;
  const wanted = isOfTrailingAlone
    ? { payload: bot.record.payload, deposit: 0n, isLaidAnew: false }
    : wantedStops(parts, bot, stops, nowMs);
  return 'code' in wanted ? wanted : wantedTrailing(parts, bot, wanted, asked, nowMs);
}

/** The bot laid as it is asked to be, with so much more money. */
export function laidWith(
  parts: ChangeParts,
  bot: StandingBot,
  deposit: bigint,
  asked: AskedChange,
  nowMs: number,
): WantedChange | Refusal {
  const { spec, record } = bot;
  const { payload, kind } = record;
  const laid = laidBy(bot, asked);
  if ('code' in laid) return laid;
  const funded = deposit === 0n ? payload : withDeposit(bot, deposit);
  if (funded === null) return takesNoMoney(bot);
  const context = {
    ...checkContext(parts.feed, spec, kind, nowMs),
    maxGrid: MAX_GRIDS,
  };
  const next = withTrailing(bot, { ...funded, ...laid }, asked);
  if ('code' in next) return next;
  const opened = asOpened(kind, next);
  const issues = [
    ...checkPayload(kind, opened, { ...context, isRelaid: true }),
    ...newLimitIssues(payload, next, () => checkPayload(kind, opened, context)),
  ];
  const refused = firstError(leverageIssues(issues, payload, undefined));
  const reached = reachedStops(parts, bot, { stopLoss: asked.stop_loss, takeProfit: asked.stop_profit }, nowMs);
  return refused ?? reached ?? { payload: next, deposit, isLaidAnew: true };
}

/** The payload with the money that comes in; null: its kind takes none, or it was given coins. */
function withDeposit(
  { record: { kind, payload, moneyAsset }, spec }: StandingBot,
  deposit: bigint,
): StoredPayload | null {
  const { withMoney } = kindOf(kind);
  if (moneyAsset !== profitAssetOf(spec)) return null;
  return withMoney?.(payload, (before) => formatAmount((parseAmount(before) ?? 0n) + deposit)) ?? null;
}

/** Fields of a grid's payload that say where it lies; none of a bot without a range. What a kind does not have is refused. */
function laidBy(bot: StandingBot, asked: AskedChange): object | Refusal {
  const { payload } = bot.record;
  const present = lyingNow(bot);
  const unused = RANGE.find((name) => asked[name] !== undefined && present[name] === undefined);
  if (unused !== undefined) return refuseField(unused, 'field.unused', { field: unused });
  if (!('low_price' in payload)) return {};
  const { low_price = present.low_price, high_price = present.high_price, grid_num = present.grid_num } = asked;
  const { stop_loss = payload.stop_loss, stop_profit = payload.stop_profit } = asked;
  const lines = grid_num === undefined ? {} : { grid_num };
  // It has opened: what it opened by is behind it.
  const trigger = { trigger_price: '', ...('trigger_price_type' in payload ? { trigger_price_type: '0' } : {}) };
  return { ...lines, low_price, high_price, stop_loss, stop_profit, ...trigger };
}

/** What a bot of these parameters needs, units of the asset that its profit is counted in. */
export function minimumOf(
  { feed }: ChangeParts,
  bot: StandingBot,
  { payload }: WantedChange,
  nowMs: number,
): bigint | null {
  const { record, spec } = bot;
  const prices = knownPrices(feed, spec, nowMs);
  if (prices === null) return null;
  const { minimum } = planOf(feed, record.kind, payload, spec, prices, nowMs);
  return record.moneyAsset === profitAssetOf(spec) ? minimum : quoteValueDown(spec, minimum, prices[0] as number);
}

/** What the bot works with, as the investment of one that would be made so now. */
export function worthOf({ feed }: ChangeParts, { spec, machine }: StandingBot, nowMs: number): bigint {
  const prices = knownPrices(feed, spec, nowMs);
  if (machine === null || prices === null) return 0n;
  return machine.worksWith?.(prices) ?? machine.equity(prices).equity / EQUITY_SCALE;
}

/** Why a bot cannot be made so: what it needs is not there. */
export function lackingFor(parts: ChangeParts, bot: StandingBot, wanted: WantedChange, nowMs: number): Refusal | null {
  const minimum = minimumOf(parts, bot, wanted, nowMs);
  if (minimum === null) return refuse(CODE.conflict, 'price-unknown');
  return minimum > worthOf(parts, bot, nowMs) + wanted.deposit ? refuseField('money', 'money.min.create') : null;
}

/** Whether a change would leave everything as it is: its orders stay, and the bot trades by the same params. */
export function isAsItIs(
  { params }: Pick<StandingBot, 'params'>,
  { isLaidAnew }: WantedChange,
  planned: Pick<MadeChange, 'params'>,
): boolean {
  return !isLaidAnew && params !== null && isSame(params, planned.params);
}
