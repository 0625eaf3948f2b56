import { marketOfFeed } from '#lib/engine/bot-feeds.ts';
import { EQUITY_SCALE, type Fill } from '#lib/engine/machine.ts';
import { divUp, formatAmount } from '#lib/money/amount.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { type ActionPlan, isSameValue, type PlanFigure, type PlanTerm } from '../bots/agreed-plan.ts';
import { type Prices, profitAssetOf } from '../bots/bot-equity.ts';
import { contractOf } from '../bots/bot-markets.ts';
import { tradesOf, type WantedChange } from '../bots/change-bot.ts';
import type { StandingBot, TurnNotes } from '../bots/live-bot.ts';
import { standingValues } from '../changes/wanted-change.ts';
import { liquidationView } from '../views/liquidation-view.ts';

/**
 * What an act of an owner comes to, read off the bot before it and after it – a copy before it is carried out, the bot itself then –, and
 * what of that he agrees to.
 */

/** What he agrees to, by the name of a figure: exactly this, or near to it. Of what is not here – fees, results – nothing: it follows. */
const TERMS: Readonly<Partial<Record<string, 'exact' | 'near'>>> = {
  margin_in: 'exact',
  margin_out: 'exact',
  money_in: 'exact',
  paid_out: 'exact',
  leverage: 'exact',
  low_price: 'exact',
  high_price: 'exact',
  grid_num: 'exact',
  stop_loss: 'exact',
  stop_profit: 'exact',
  trigger_price: 'exact',
  stop_upward_price: 'exact',
  stop_downward_price: 'exact',
  moving_average_momentum: 'exact',
  provider_share: 'near',
  bought: 'near',
  sold: 'near',
  liquidation_long: 'near',
  liquidation_long_full: 'near',
  liquidation_short: 'near',
  liquidation_short_full: 'near',
};

/** The plan that comes to these figures. */
export function actPlan(figures: readonly PlanFigure[]): ActionPlan {
  const terms = figures.flatMap(({ name, currency, amount }): PlanTerm[] => {
    const how = TERMS[name];
    if (how === undefined) return [];
    return [{ name: `${name} ${currency}`, value: amount, ...(how === 'near' ? { isNear: true } : {}) }];
  });
  return { terms, figures, remarks: [] };
}

/** What of a bot is compared: its machine is asked at once, for it goes on. */
export interface Look {
  /** Units of the money asset, and of what profit is counted in. */
  readonly money: bigint;
  readonly profit: bigint;
  /** What the provider of a copy has had of withdrawals. */
  readonly shared: bigint;
}

export function lookAt({ record, spec, machine }: StandingBot): Look {
  const holdings = machine?.holdings() ?? {};
  return {
    money: holdings[record.moneyAsset] ?? 0n,
    profit: holdings[profitAssetOf(spec)] ?? 0n,
    shared: record.share?.withdrawn ?? 0n,
  };
}

/** Margin that came in or went out since the look, and where the bot is liquidated now. */
export function marginFigures(before: Look, bot: StandingBot): readonly PlanFigure[] {
  const moved = lookAt(bot).money - before.money;
  const name = moved < 0n ? 'margin_out' : 'margin_in';
  const amount = formatAmount(moved < 0n ? -moved : moved);
  return [{ name, currency: bot.record.moneyAsset, amount }, ...liquidationFigures(bot)];
}

/** Profit that left the bot since the look; `shared`: what of it went, or is to go, to the provider of a copy. */
export function withdrawalFigures(
  before: Look,
  bot: StandingBot,
  shared = lookAt(bot).shared - before.shared,
): readonly PlanFigure[] {
  const currency = profitAssetOf(bot.spec);
  const left = before.profit - lookAt(bot).profit;
  const figures = [{ name: 'paid_out', currency, amount: formatAmount(left - shared) }];
  return shared === 0n ? figures : [...figures, { name: 'provider_share', currency, amount: formatAmount(shared) }];
}

/** Where a bot is liquidated, or closed by force for what it owes: each price that there is. */
function liquidationFigures({ spec, machine }: StandingBot): readonly PlanFigure[] {
  const told = liquidationView(contractOf(spec) ?? spec, machine?.liquidations?.(0n) ?? null);
  const prices = {
    liquidation_long: told.held_liq_price,
    liquidation_long_full: told.liq_price,
    liquidation_short: told.held_short_liq_price,
    liquidation_short_full: told.short_liq_price,
  };
  return Object.entries(prices).flatMap(([name, amount]) =>
    /[1-9]/.test(amount) ? [{ name, currency: '', amount }] : [],
  );
}

/** The bot that a change has made, or would make. */
interface MadeBot {
  readonly machine: NonNullable<StandingBot['machine']>;
  readonly notes: TurnNotes;
  readonly taped: { readonly prices: Prices };
}

/** What a change – another range, more money, other stops, another leverage – makes of a bot. */
export function changeFigures(bot: StandingBot, wanted: WantedChange, made: MadeBot): readonly PlanFigure[] {
  const { record, spec, machine } = bot;
  const { prices } = made.taped;
  const [before, after] = [machine?.equity(prices), made.machine.equity(prices)];
  const changed: StandingBot = { ...bot, record: { ...record, payload: wanted.payload }, machine: made.machine };
  // 1e-16 into units: what is paid is never told smaller.
  const fees = divUp(after.fees - (before?.fees ?? 0n), EQUITY_SCALE);
  const trades = tradesOf(made);
  const currency = profitAssetOf(spec);
  return [
    ...(wanted.deposit === 0n
      ? []
      : [{ name: 'money_in', currency: record.moneyAsset, amount: formatAmount(lookMoved(before, after)) }]),
    ...valueFigures(bot, changed, wanted),
    ...tradeFigures(spec, trades),
    ...(trades.length === 0 ? [] : [{ name: 'fees', currency, amount: formatAmount(fees) }]),
    ...liquidationFigures(changed),
  ];
}

function lookMoved(before: { deposits: bigint; withdrawals: bigint } | undefined, after: NonNullable<typeof before>) {
  const of = (one: typeof before) => (one === undefined ? 0n : one.deposits - one.withdrawals);
  return (of(after) - of(before)) / EQUITY_SCALE;
}

/** Bought and sold, by what the amounts are in. */
function tradeFigures(spec: MarketSpec, trades: readonly Fill[]): readonly PlanFigure[] {
  const sums = new Map<string, { name: string; currency: string; amount: bigint }>();
  for (const { side, quantity, feed } of trades) {
    const name = side === 'buy' ? 'bought' : 'sold';
    const currency = tradedIn(spec, feed);
    const { amount } = sums.get(`${name} ${currency}`) ?? { amount: 0n };
    sums.set(`${name} ${currency}`, { name, currency, amount: amount + quantity });
  }
  return [...sums.values()].map((sum) => ({ ...sum, amount: formatAmount(sum.amount) }));
}

/** What the amount of a trade is in: the coin, but of an inverse contract its quote. */
export function tradedIn(spec: MarketSpec, feed: number): string {
  const { contract, base } = marketOfFeed(spec, feed);
  return contract?.isInverse === true ? spec.quote : base;
}

const RANGE = ['low_price', 'high_price', 'grid_num'] as const;

const SET = [
  ...(['leverage', 'stop_loss', 'stop_profit', 'trigger_price'] as const),
  ...(['stop_upward_price', 'stop_downward_price', 'moving_average_momentum'] as const),
];

/**
 * What the bot is set to: where its lines lie, if they are laid anew, and what of it is another than before, '' where there is none any
 * more. What a bot that is laid anew has waited for is behind it: nobody asks for that.
 */
function valueFigures(before: StandingBot, after: StandingBot, { isLaidAnew }: WantedChange): readonly PlanFigure[] {
  const [was, is] = [setValues(before), setValues(after)];
  const lies = isLaidAnew ? RANGE.filter((name) => is(name) !== '') : [];
  const others = SET.filter((name) => !isSameValue(is(name), was(name)) && !(isLaidAnew && name === 'trigger_price'));
  return [...lies, ...others].map((name) => ({ name, currency: '', amount: is(name) }));
}

/** What of a bot was said at its creation or changed since, by its name; '' = nothing. */
function setValues(bot: StandingBot): (name: string) => string {
  const { payload } = bot.record;
  const said: Readonly<Record<string, unknown>> = {
    ...('params' in payload ? payload.params : payload),
    ...standingValues(bot),
    ...('low_price' in payload ? { low_price: payload.low_price, high_price: payload.high_price } : {}),
  };
  return (name) => {
    const value = said[name];
    return typeof value === 'string' ? value : '';
  };
}
