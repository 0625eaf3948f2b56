import { CODE } from '#lib/contract/vocabulary.ts';
import type { LifeRefusal } from '#lib/engine/machine.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { kindOf } from '#lib/kinds/exchange.ts';
import { formatAmount, parseAmount, UNITS_PER_COIN } from '#lib/money/amount.ts';
import { formatTicks } from '#lib/money/market-spec.ts';
import type { AskedStops } from '#lib/strategies/exchange-kind.ts';
import { checkContext } from '../bots/bot-kinds.ts';
import type { StoredPayload } from '../bots/bot-record.ts';
import type { WantedChange } from '../bots/change-bot.ts';
import { checkPayload } from '../bots/check-payload.ts';
import { profitRateE8 } from '../bots/daily-curve.ts';
import type { StandingBot } from '../bots/live-bot.ts';
import { firstError } from '../replies/first-error.ts';
import { type Refusal, refuse, refuseField } from '../replies/reply.ts';
import type { ChangeParts } from './change-parts.ts';

/** The range of a grid that may trail as it stands, which need not be that of its creation; null: it has no other. */
export function presentRange({ record: { payload, range }, spec }: StandingBot) {
  if (!('stop_upward_price' in payload) || range === null) return null;
  return { low_price: formatTicks(spec, range.lowTicks), high_price: formatTicks(spec, range.highTicks) };
}

/** The payload of a bot that has opened, to be checked: the price that it waited for is behind it, wherever the present one is. */
export function asOpened(kind: RunnableKind, payload: StoredPayload): StoredPayload {
  if ('trigger_price' in payload) return { ...payload, trigger_price: '' };
  return kindOf(kind).withTrigger?.(payload, '') ?? payload;
}

/** M-321: other stops and nothing else, of every kind that has them. What is wrong with the bot's other parameters by now is not asked. */
export function wantedStops(
  parts: ChangeParts,
  bot: StandingBot,
  asked: AskedStops,
  nowMs: number,
): WantedChange | Refusal {
  const { record, spec } = bot;
  const { kind, payload } = record;
  const { stops } = kindOf(kind);
  if (stops === undefined) return refuse(CODE.conflict, 'bot-not-changeable');
  const next = stops.with(payload, asked);
  const { lacks: field = 'stop_profit' } = stops;
  if (next === null) return refuseField(field, 'field.unused', { field });
  const context = checkContext(parts.feed, spec, kind, nowMs);
  // Its stops have to lie beyond its lines where they are by now, not where a grid that trails began.
  const standing = { ...asOpened(kind, next), ...presentRange(bot) };
  const issues = checkPayload(kind, standing, context);
  const refused = firstError(issues.filter(({ field }) => stops.fields.includes(field)));
  if (refused !== null) return refused;
  return reachedStops(parts, bot, asked, nowMs) ?? { payload: next, deposit: 0n, isLaidAnew: false };
}

/** M-230: a part of the investment that the bot has gained or lost already would end it at once. */
export function reachedStops(
  { views }: ChangeParts,
  bot: StandingBot,
  asked: AskedStops,
  nowMs: number,
): Refusal | null {
  if (kindOf(bot.record.kind).stops?.of !== 'investment') return null;
  const { profit } = views.figures(bot, nowMs);
  // What was put in to be worked with since is of the investment; coins that were brought are what they were worth.
  const { investment = 0n } = bot.params ?? {};
  const money = investment > 0n ? investment : bot.record.money;
  const values = { rate: formatAmount(profitRateE8(profit, money) * 100n) };
  const part = (text: string | undefined): bigint => (money * (parseAmount(text ?? '') ?? 0n)) / UNITS_PER_COIN;
  const [loss, gain] = [part(asked.stopLoss), part(asked.takeProfit)];
  if (gain > 0n && profit >= gain) return refuseField('stop_profit', 'stop.ratio_reached', values);
  return loss > 0n && -profit >= loss ? refuseField('stop_loss', 'stop.ratio_reached', values) : null;
}

/** What a machine's refusal of a change is called on the wire. */
export function changeRefusal(refusal: LifeRefusal): Refusal {
  if (refusal === 'no-price' || refusal === 'slippage-exceeded') return refuse(CODE.conflict, 'price-unknown');
  if (refusal === 'no-funds') return refuseField('money', 'money.min.create');
  if (refusal === 'liquidating') return refuse(CODE.conflict, 'bot-liquidating');
  if (refusal === 'cannot-be-laid') return refuseField('grid_num', 'grid-cannot-be-laid');
  return refuse(CODE.conflict, 'bot-not-changeable');
}
