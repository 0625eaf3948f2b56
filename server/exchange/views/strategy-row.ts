import { type BotStatus, isOwnersEnd } from '#lib/contract/bot-words.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { countTrades } from '#lib/formulas/all-trades.ts';
import { annualisedRateE8 } from '#lib/formulas/annualised.ts';
import { kindOf } from '#lib/kinds/exchange.ts';
import { formatAmount } from '#lib/money/amount.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { User } from '../accounts/user.ts';
import { type BotFigures, type Prices, profitAssetOf } from '../bots/bot-equity.ts';
import { stepCode } from '../bots/bot-states.ts';
import { shareAtEnd, shareTaken } from '../bots/copy-share.ts';
import { formatRate, investedIn, profitRateE8 } from '../bots/daily-curve.ts';
import type { AnyBot } from '../bots/ended-bot.ts';
import { toSeconds } from '../bots/journal-rows.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { incomeTexts } from '../copies/share-transfers.ts';
import { botParamsView } from './bot-params-view.ts';
import { holdingFields, largestOrderText, priceText, type Statements } from './holdings-view.ts';
import { justHolding } from './just-holding.ts';
import { MASKED } from './masked.ts';
import type { Place } from './quiet-reason.ts';
import { userInfoOf } from './user-info.ts';
import type { Sight } from './visibility.ts';

/** Everything that a row is made of; the caller knows where each comes from. */
export interface RowInput extends Place {
  readonly bot: LiveBot;
  readonly owner: User;
  /** The provider of the copied bot; null when it copies none. */
  readonly source: { readonly name: string; readonly owner: User } | null;
  /** Running copies of this bot. */
  readonly followNum: number;
  /** What its copies have brought its owner, units by asset; null where nobody asks. */
  readonly shareIncome: ReadonlyMap<string, bigint> | null;
  readonly figures: BotFigures;
  readonly statements: Statements;
  /** Prices that the figures were made at. */
  readonly prices: Prices;
  /** Drawdown (1e-8) and Sharpe ratio over the period that the row is about. */
  readonly drawdownE8: bigint;
  readonly sharpe: number | null;
  /** Profit and rate at the beginning of the period: 0 for the whole life. */
  readonly periodStart: { readonly profit: bigint; readonly rateE8: bigint; readonly timeMs: number };
  /** Units of the profit asset in USDT units. */
  readonly toUsdt: (profitUnits: bigint) => bigint;
  readonly sight: Sight;
  readonly nowMs: number;
}

/** Seconds that a bot has run: until its end, or until now. */
export function runSeconds({ record }: AnyBot, nowMs: number): number {
  return Math.max(0, toSeconds((record.finishMs ?? nowMs) - record.createMs));
}

/** A rate of the wire that a bot may not have yet: empty then (H50). */
export function rateText(rateE8: bigint | null): string {
  return rateE8 === null ? '' : formatRate(rateE8);
}

/** A row of lists and details. What the viewer's sight denies is masked here, on the exchange, not in the page. */
export function strategyRow(input: RowInput): StrategyRow {
  const row: StrategyRow = { ...identity(input), ...state(input), ...results(input), ...holdings(input) };
  const { sight } = input;
  return {
    ...row,
    ...(sight.account ? shares(input) : publicCause(row)),
    ...(sight.params ? {} : { params: null, period: '' }),
    ...(sight.amounts ? {} : mask(AMOUNTS)),
    ...(sight.exposure ? {} : mask(EXPOSURE)),
    ...(sight.plans ? {} : mask(PLANS)),
  };
}

function identity({ bot, owner, source, followNum }: RowInput) {
  const { record } = bot;
  return {
    strategy_id: record.id,
    strategy_type: record.kind,
    strategy_name: record.name,
    market: record.market,
    settle: settleOf(bot.spec),
    user_info: userInfoOf(owner),
    follow_id: record.followId,
    follow_name: source?.name ?? '',
    follow_info: source === null ? null : { anonymous: source.owner.anonymous, nickname: source.owner.nickname },
    follow_fee_rate: record.payload.follow_fee_rate || '0',
    follow_num: followNum,
    is_open_params: record.isOpenParams ? 1 : 0,
    is_hide: record.isHide ? 1 : 0,
    is_hide_order: record.isHideOrder ? 1 : 0,
    is_ai: record.isAi ? 1 : 0,
    ...(record.aiGrade === undefined ? {} : { ai_grade: record.aiGrade }),
    abstract: record.abstract,
    period: kindOf(record.kind).params(record.payload).period ?? '',
    side: kindOf(record.kind).terms(record.payload).side,
    cycle: record.aiGrade?.cycle ?? 0,
  } satisfies Partial<StrategyRow>;
}

/** What a copy owes and has paid, and what a bot's copies have paid: its owner's business alone. */
function shares({ bot, figures, shareIncome }: RowInput): Partial<StrategyRow> {
  const { record, spec } = bot;
  const income = shareIncome === null ? {} : incomeOf(shareIncome, profitAssetOf(spec));
  if (record.share === undefined) return income;
  const isOver = record.finishMs !== null;
  return {
    ...income,
    share_accrued: formatAmount(isOver ? 0n : shareAtEnd(record, figures.equity)),
    share_paid: formatAmount(shareTaken(record)),
    share_mark: formatAmount(record.share.mark),
  };
}

function incomeOf(income: ReadonlyMap<string, bigint>, asset: string): Partial<StrategyRow> {
  if (income.size === 0) return {};
  const { own, others } = incomeTexts(income, asset);
  return { share_income: own, ...(others.length === 0 ? {} : { share_income_coins: others }) };
}

/** A limit of its owner's account was his own doing, for everybody else. */
function publicCause({ finish_as: cause }: StrategyRow): Partial<StrategyRow> {
  return cause !== '' && isOwnersEnd(cause) ? { finish_as: 'cancelled', reason: 'cancelled' } : {};
}

export function settleOf({ contract }: Pick<MarketSpec, 'contract'>): StrategyRow['settle'] {
  if (contract === undefined) return '';
  return contract.settle === 'BTC' ? 'btc' : 'usdt';
}

/** Statuses in which a bot trades, or waits to. */
const AT_WORK: readonly BotStatus[] = ['open', 'starting', 'running'];

function state({ bot, nowMs, isWithoutPrice }: RowInput) {
  const { record, machine } = bot;
  const isRetrying = isWithoutPrice || machine?.retriesOpening === true;
  return {
    status: record.status,
    step: record.step,
    step_code: stepCode(record.step),
    // H31: what it was told to do stays its status; that its market does not let it is how it does.
    behavior_status: isRetrying && AT_WORK.includes(record.status) ? 'retrying' : record.status,
    create_time: toSeconds(record.createMs),
    finish_time: record.finishMs === null ? 0 : toSeconds(record.finishMs),
    run_times: runSeconds(bot, nowMs),
    finish_as: record.finishAs,
    reason: record.finishAs,
  } satisfies Partial<StrategyRow>;
}

function results({ bot, figures, prices, drawdownE8, sharpe, periodStart, toUsdt, sight, nowMs }: RowInput) {
  const { record } = bot;
  const completed = { won: record.winNum, lost: record.lossNum, profit: record.completedProfit };
  const trades = countTrades(completed, figures.profit);
  const profit = figures.profit - periodStart.profit;
  const isWhole = periodStart.timeMs === record.createMs;
  const rateE8 = isWhole ? figures.rateE8 : profitRateE8(profit, investedIn(record));
  const seconds = Math.max(0, toSeconds((record.finishMs ?? nowMs) - periodStart.timeMs));
  return {
    profit: formatAmount(profit),
    profit_rate: formatRate(rateE8),
    strategy_profit: formatAmount(figures.gridProfit),
    position_profit: formatAmount(figures.positionProfit),
    fee: formatAmount(figures.fees),
    residual: formatAmount(figures.residual),
    year_pft_rate: rateText(annualisedRateE8(rateE8, runSeconds(bot, nowMs), seconds)),
    max_draw_down: formatRate(drawdownE8),
    adj_sharp_rate: sharpe?.toFixed(4) ?? '',
    // The price at the beginning of a period is not kept.
    ...(isWhole ? { hold_rate: rateText(justHolding(bot, prices, sight.params).rateE8) } : {}),
    match_times: record.matchTimes,
    trade_num: record.tradeNum,
    total_trade_count: record.tradeNum,
    win_num: trades.won,
    loss_num: trades.lost,
    usdt_total_profit: formatAmount(toUsdt(profit)),
    usdt_strategy_profit: formatAmount(toUsdt(figures.gridProfit)),
  } satisfies Partial<StrategyRow>;
}

function holdings({ bot, figures, statements, prices, lastTicks }: RowInput) {
  const { record, spec } = bot;
  return {
    money: formatAmount(record.money + record.deposited),
    money_asset: record.moneyAsset,
    leverage: kindOf(record.kind).terms(record.payload).leverage,
    max_order_amount: largestOrderText(bot),
    last_price: priceText(spec, lastTicks),
    params: botParamsView(bot),
    ...holdingFields(bot, figures, prices, statements),
  } satisfies Partial<StrategyRow>;
}

/** Money, profits and holdings. Rates, counters and times stay: they are statistics (M-278). */
const AMOUNTS = [
  'money',
  'profit',
  'strategy_profit',
  'position_profit',
  'fee',
  'usdt_total_profit',
  'usdt_strategy_profit',
  'position',
  'position_value',
  'margin',
  'total_increase_amount',
  'avg_hold_cost',
  'funding',
  'interest',
  'risk_ratio',
] as const satisfies readonly (keyof StrategyRow)[];
/** What it can lose at worst. */
const EXPOSURE = ['leverage', 'liq_price', 'full_liq_price'] as const satisfies readonly (keyof StrategyRow)[];
/** What it will do, and how much at a time. */
const PLANS = [
  'take_profit_price',
  'stop_loss_price',
  'max_order_amount',
] as const satisfies readonly (keyof StrategyRow)[];

function mask<F extends string>(fields: readonly F[]): Record<F, typeof MASKED> {
  return Object.fromEntries(fields.map((field) => [field, MASKED])) as Record<F, typeof MASKED>;
}
