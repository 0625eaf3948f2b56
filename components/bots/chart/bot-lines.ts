import type { Instrument } from '#components/addresses/paths.ts';
import type { PriceMark } from '#components/chart/grid-lines-primitive.ts';
import type { AnyDefinition } from '#components/form/any-definition.ts';
import type { StrategyLine, StrategyRow } from '#lib/contract/strategy.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import type { ChartLine, CheckContext, FormValues } from '#lib/strategies/definition.ts';
import { isSameInstrument } from '../bot-instrument.ts';
import { isEnded, profitFamilyOf } from '../bot-state.ts';

/** What a bot's kind would draw of its form. */
export interface BotPlan {
  readonly definition: Pick<AnyDefinition, 'chartLines'>;
  readonly values: FormValues;
  readonly context: CheckContext;
}

/** Prices of its resting orders; null: not known, or nobody's business. */
export interface RestingOrders {
  readonly ask: readonly { readonly price: string }[];
  readonly bid: readonly { readonly price: string }[];
}

type Drawn = Pick<
  StrategyRow,
  | 'status'
  | 'step'
  | 'strategy_type'
  | 'avg_hold_cost'
  | 'take_profit_price'
  | 'stop_loss_price'
  | 'liq_price'
  | 'full_liq_price'
>;

/** Prices that a form's lines are asked for at, beside the last one, to see which of them follow the price. */
const OTHER_STARTS = [1.5, 0.5] as const;

/**
 * The lines of a form that are still true of a bot that works: those that do not follow from where it begins. A ladder, and exits of an
 * opening price, are those of a bot that would begin now: what really rests and ends this one, its orders and its row say.
 */
function standingLines({ definition, values, context }: BotPlan): readonly ChartLine[] {
  const last = context.lastTicks;
  const lines = definition.chartLines(values, context);
  if (last === null) return lines.filter(({ role }) => role !== 'liquidation');
  const elsewhere = OTHER_STARTS.map((times) => {
    const others = definition.chartLines(values, { ...context, lastTicks: Math.round(last * times) });
    return new Map(others.map(({ id, ticks }) => [id, ticks]));
  });
  return lines.filter(
    ({ id, ticks, role }) => role !== 'liquidation' && elsewhere.some((others) => others.get(id) === ticks),
  );
}

/** '-' (masked), '--' (none) and '' are no prices. */
function mark(text: string, role: PriceMark['role'], label?: string): readonly PriceMark[] {
  const price = Number(text);
  return price > 0 && Number.isFinite(price) ? [{ price, role, ...(label === undefined ? {} : { label }) }] : [];
}

/** What the bot's row says of what it holds: cost, the exits of its round, liquidation. Nothing stands of one that has ended. */
function heldLines(bot: Drawn): readonly PriceMark[] {
  if (isEnded(bot) || factsOf(bot.strategy_type).trades !== 'market') return [];
  // A round has its exits while it holds something, whether or not its exchange numbers rounds; of other kinds they are lines of the form.
  const isInRound = profitFamilyOf(bot.strategy_type) === 'round' && /[1-9]/.test(bot.avg_hold_cost);
  const full = bot.full_liq_price === bot.liq_price ? '' : bot.full_liq_price;
  return [
    ...mark(bot.avg_hold_cost, 'cost', 'lines.average_cost'),
    ...(isInRound ? mark(bot.take_profit_price, 'take-profit', 'lines.take_profit') : []),
    ...(isInRound ? mark(bot.stop_loss_price, 'stop-loss', 'lines.stop_loss') : []),
    ...mark(bot.liq_price, 'liquidation', 'lines.liquidation'),
    ...mark(full, 'liquidation', 'lines.full_liquidation'),
  ];
}

/**
 * What stands on a chart of a bot, labels as keys of messages/{lang}/fields.json: its kind's own lines of its params as far as they are
 * true of it, in place of planned orders those that rest, and what its row says of what it holds. One that waits for its trigger
 * is drawn as its form was. `tick`: one tick as a price; prices are floats, for the canvas alone.
 */
export function botLines(
  bot: Drawn,
  plan: BotPlan | null,
  orders: RestingOrders | null,
  tick: number,
): readonly PriceMark[] {
  const isWaiting = bot.step === 'wait-touch';
  const planned =
    plan === null ? [] : isWaiting ? plan.definition.chartLines(plan.values, plan.context) : standingLines(plan);
  const resting = [
    ...(orders?.bid ?? []).flatMap(({ price }) => mark(price, 'buy')),
    ...(orders?.ask ?? []).flatMap(({ price }) => mark(price, 'sell')),
  ];
  const isOrder = ({ role }: ChartLine): boolean => role === 'buy' || role === 'sell';
  const shown = resting.length === 0 ? planned : planned.filter((line) => !isOrder(line));
  return [
    ...resting,
    ...shown.map(({ ticks, role, label }) => ({
      price: ticks * tick,
      role,
      ...(label === undefined ? {} : { label }),
    })),
    ...heldLines(bot),
  ];
}

/** How each price that a bot of several markets tells of one of them is drawn. */
const LOOKS = {
  cost: ['cost', 'lines.average_cost'],
  entry: ['cost', 'lines.entry'],
  rebalance: ['trigger', 'lines.rebalance'],
  reduction: ['stop-loss', 'lines.reduction'],
  liquidation: ['liquidation', 'lines.liquidation'],
} as const satisfies Readonly<Record<StrategyLine['role'], readonly [PriceMark['role'], string]>>;

/** Of a bot of several markets what is a price of this one, as its kind says it. */
export function legLines(lines: readonly StrategyLine[], instrument: Instrument): readonly PriceMark[] {
  return lines
    .filter(({ market, settle }) =>
      isSameInstrument({ market, type: settle === '' ? 'spot' : `futures_${settle}` }, instrument),
    )
    .flatMap(({ role, price }) => {
      const [look, label] = LOOKS[role];
      return mark(price, look, label);
    });
}
