import { factsOf } from '#lib/kinds/facts.ts';
import { isSameNumber } from '#lib/money/amount.ts';
import { isUnset } from '#lib/money/decimal-text.ts';
import type { Issue } from '#lib/strategies/definition.ts';
import { checkContext } from '../bots/bot-kinds.ts';
import type { StoredPayload } from '../bots/bot-record.ts';
import type { WantedChange } from '../bots/change-bot.ts';
import { checkPayload } from '../bots/check-payload.ts';
import type { StandingBot } from '../bots/live-bot.ts';
import { firstError } from '../replies/first-error.ts';
import { type Refusal, refuseField } from '../replies/reply.ts';
import type { ChangeParts } from './change-parts.ts';
import { asOpened, presentRange } from './stop-changes.ts';

/** Where a running grid may follow the price to, changed by its owner: its orders stay. */

const LIMITS = ['stop_upward_price', 'stop_downward_price'] as const;
const TRAILING = [...LIMITS, 'moving_average_momentum'] as const;

export type AskedTrailing = Readonly<Partial<Record<(typeof TRAILING)[number], string | undefined>>>;

export function isTrailingAsked(asked: AskedTrailing): boolean {
  return TRAILING.some((name) => asked[name] !== undefined);
}

/** A payload with what is asked of its trailing; what is not said stays. Momentum means nothing without a limit to move to. */
export function withTrailing<P extends StoredPayload>(
  { record: { kind } }: StandingBot,
  payload: P,
  asked: AskedTrailing,
): P | Refusal {
  const said = TRAILING.flatMap((name) => (asked[name] === undefined ? [] : [[name, asked[name]] as const]));
  const [first] = said;
  if (first === undefined) return payload;
  if (!factsOf(kind).trails) return refuseField(first[0], 'field.unused', { field: first[0] });
  const next = { ...payload, ...Object.fromEntries(said) };
  const texts: Readonly<Record<string, unknown>> = { ...next };
  const isStill = LIMITS.every((name) => isUnset(`${texts[name] ?? ''}`));
  return isStill ? { ...next, moving_average_momentum: '' } : next;
}

/** The fields of its trailing that a change makes others; with a limit the momentum, which says when it moves there. */
function judgedOf(before: StoredPayload, after: StoredPayload): readonly string[] {
  const [was, will] = [before, after].map((payload): Readonly<Record<string, unknown>> => ({ ...payload }));
  const isOther = (name: string): boolean => {
    const [one, other] = [`${was?.[name] ?? ''}`, `${will?.[name] ?? ''}`];
    return isUnset(one) ? !isUnset(other) : !isSameNumber(one, other);
  };
  const others = TRAILING.filter(isOther);
  return LIMITS.some((name) => others.includes(name)) ? [...others, 'moving_average_momentum'] : others;
}

/** Of limits that come with another range: they have to leave the grid somewhere to go, while it may be laid up to one that stays (M-206, M-207). */
export function newLimitIssues(
  before: StoredPayload,
  after: StoredPayload,
  check: () => readonly Issue[],
): readonly Issue[] {
  const judged = judgedOf(before, after).filter((name) => LIMITS.some((limit) => limit === name));
  return judged.length === 0 ? [] : check().filter(({ field }) => judged.includes(field));
}

/** The same of a change that leaves the orders where they are, checked: its limits lie beyond the range as it stands. */
export function wantedTrailing(
  parts: ChangeParts,
  bot: StandingBot,
  wanted: WantedChange,
  asked: AskedTrailing,
  nowMs: number,
): WantedChange | Refusal {
  if (!isTrailingAsked(asked)) return wanted;
  const payload = withTrailing(bot, wanted.payload, asked);
  if ('code' in payload) return payload;
  const { kind } = bot.record;
  const standing = { ...asOpened(kind, payload), ...presentRange(bot) };
  const issues = checkPayload(kind, standing, checkContext(parts.feed, bot.spec, kind, nowMs));
  const judged = judgedOf(bot.record.payload, payload);
  const isLimitNew = LIMITS.some((name) => judged.includes(name));
  // What is wrong with what stays by now – a grid may stand at its limit – is not asked; a new limit so high that no order could be laid there is.
  const own = issues.filter(({ field, code }) => judged.includes(field) || (isLimitNew && code === 'order.max'));
  return firstError(own) ?? { ...wanted, payload };
}
