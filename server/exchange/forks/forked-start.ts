import { CODE } from '#lib/contract/vocabulary.ts';
import { formatAmount, parseAmount, UNITS_PER_COIN } from '#lib/money/amount.ts';
import { figuresAt, type Prices } from '../bots/bot-equity.ts';
import { type MadeChange, namesChanged, planChange, type WantedChange } from '../bots/change-bot.ts';
import { restoreMachine, type StandingBot, TurnNotes } from '../bots/live-bot.ts';
import { callMachine } from '../bots/machine-call.ts';
import type { ChangeParts } from '../changes/change-parts.ts';
import { someDepositOf } from '../changes/deposits.ts';
import { leverageRefusal, marginRefusal, wantedLeverage } from '../changes/margin-changes.ts';
import { changeRefusal } from '../changes/stop-changes.ts';
import { isAsItIs, lackingFor, wantedOf } from '../changes/wanted-change.ts';
import { type Refusal, refuse, refuseField } from '../replies/reply.ts';
import type { ForkChange } from './fork-shape.ts';
import type { SideStart } from './fork-side.ts';
import type { MarketThen } from './market-then.ts';

/**
 * What a fork's change makes of its bot at the moment, by the same checks and the same plan as an edit that is asked of a running bot.
 */

/** What a fork may put in at most: what the documents let anybody invest. What its owner had in his accounts then is not looked at. */
const MOST_MONEY = 99_999_999n * UNITS_PER_COIN;

interface Moment {
  readonly market: MarketThen;
  readonly prices: Prices;
  readonly timeMs: number;
}

type Standing = StandingBot & {
  readonly machine: NonNullable<StandingBot['machine']>;
  readonly params: NonNullable<StandingBot['params']>;
};

/** The bot as the change makes it, or why it could not be had then. */
export function forkedStart(bot: Standing, change: ForkChange, at: Moment): SideStart | Refusal {
  const tooMuch = tooMuchIn(change);
  if (tooMuch !== null) return tooMuch;
  const { margin, leverage, ...others } = change;
  const parts: ChangeParts = {
    feed: at.market,
    ledger: { balance: () => MOST_MONEY },
    views: { figures: (one) => figuresAt(one, at.prices) },
  };
  if (margin === undefined && leverage === undefined) return changedStart(parts, bot, others, at);
  const [unused] = Object.entries(others).flatMap(([field, text]) => (text === undefined ? [] : [field]));
  if (unused !== undefined) return refuseField(unused, 'field.unused', { field: unused });
  if (bot.machine.increaseMargin === undefined) return refuse(CODE.conflict, 'bot-without-margin');
  return inWordsOfAFork(
    leverage === undefined ? withMargin(parts, bot, margin, at) : leveredStart(parts, bot, margin, leverage, at),
  );
}

/** No word of balances, which are not looked at. */
function tooMuchIn(change: ForkChange): Refusal | null {
  const field = (['money', 'margin'] as const).find((name) => (parseAmount(change[name] ?? '') ?? 0n) > MOST_MONEY);
  return field === undefined ? null : refuseField(field, 'fork-most', { max: formatAmount(MOST_MONEY) });
}

/** Other params, more money to work with, or both. */
function changedStart(parts: ChangeParts, bot: Standing, change: ForkChange, at: Moment): SideStart | Refusal {
  const wanted = wantedOf(parts, bot, change, at.timeMs);
  if ('code' in wanted) return wanted;
  const lacking = wanted.isLaidAnew ? lackingFor(parts, bot, wanted, at.timeMs) : null;
  if (lacking !== null) return lacking;
  const planned = plannedAt(bot, wanted, at);
  if (typeof planned === 'string') return changeRefusal(planned);
  if (isAsItIs(bot, wanted, planned)) return refuse(CODE.conflict, 'change-nothing');
  return startOf(bot, planned);
}

function leveredStart(
  parts: ChangeParts,
  bot: Standing,
  amount = '0',
  leverage: string,
  at: Moment,
): SideStart | Refusal {
  const asked = { action: 'transfer', amount, currency: bot.record.moneyAsset, leverage } as const;
  const wanted = wantedLeverage(parts, bot, asked, at.timeMs);
  if ('code' in wanted) return wanted;
  const planned = plannedAt(bot, wanted, at);
  return typeof planned === 'string' ? leverageRefusal(planned) : startOf(bot, planned);
}

/** More margin on a copy; the bot itself is as it was. */
function withMargin(
  parts: ChangeParts,
  bot: Standing,
  text = '',
  { market, prices, timeMs }: Moment,
): SideStart | Refusal {
  const amount = someDepositOf(parts, bot, { field: 'amount', text });
  if (typeof amount !== 'bigint') return amount;
  const { record, params, machine } = bot;
  const notes = new TurnNotes();
  const copy = restoreMachine(record.kind, params, machine.snapshot(), market.view, notes);
  const refusal = callMachine(copy, { type: 'increaseMargin', amount }, prices, timeMs);
  return refusal === null ? startOf(bot, { machine: copy, params, notes }) : marginRefusal(refusal);
}

function plannedAt(bot: Standing, wanted: WantedChange, { market, prices, timeMs }: Moment) {
  return planChange(bot, wanted, market.view, prices, timeMs);
}

function startOf({ record, params: before }: Standing, { machine, params, notes }: MadeChange): SideStart {
  return {
    kind: record.kind,
    params,
    snapshot: machine.snapshot(),
    own: namesChanged(before, params),
    ended: notes.ended,
  };
}

/** The calls for margin have one field for the amount, this one names it by what it is. */
function inWordsOfAFork(start: SideStart | Refusal): SideStart | Refusal {
  if (!('code' in start) || start.data?.field !== 'amount') return start;
  return { ...start, data: { ...start.data, field: 'margin' } };
}
