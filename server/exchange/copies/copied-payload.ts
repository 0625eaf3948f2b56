import { kindOf } from '#lib/kinds/exchange.ts';
import { compareDecimals, isUnset, readDecimal } from '#lib/money/decimal-text.ts';
import { withMoneySaid, withParams } from '#lib/strategies/exchange-kind.ts';
import type { StoredPayload } from '../bots/bot-record.ts';
import { payloadMadeOf } from '../bots/check-payload.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { tidiedPayload } from '../bots/own-payload.ts';
import { asOpened, presentRange } from '../changes/stop-changes.ts';
import { type Refusal, refuseField } from '../replies/reply.ts';

/** What a copier chooses himself; undefined: as the original has it. */
export interface OwnChoice {
  readonly money: string;
  readonly leverage: string | undefined;
  readonly stopLoss: string | undefined;
  readonly stopProfit: string | undefined;
  readonly texts: {
    readonly strategy_name?: string | undefined;
    readonly abstract?: string | undefined;
    readonly is_hide?: 0 | 1 | undefined;
    readonly is_hide_order?: 0 | 1 | undefined;
    readonly use_experience?: 0 | 1 | undefined;
  };
}

/** A follow call's body, of either call: fields at the top, and those of kinds with params there. */
export type FollowBody = Readonly<Record<string, unknown>> & {
  readonly follow_id: number;
  readonly params?: Readonly<Record<string, unknown>>;
};

/** Whether everybody may see a bot's parameters (C-345). */
export function hasOpenParams({ record }: Pick<LiveBot, 'record'>): boolean {
  return record.isAi || record.isOpenParams;
}

/**
 * Whether a copy may have stops of its own. Of a bot whose parameters are hidden only where they are parts of the investment: a stop
 * that is checked against its lines or steps would find these out, question by question.
 */
export function takesOwnStops(source: LiveBot): boolean {
  const { stops } = kindOf(source.record.kind);
  return stops !== undefined && (hasOpenParams(source) || stops.of === 'investment');
}

/** The wire's fields of a kind's stops: of the loss and of the profit; '' where it has none. */
export function stopFieldsOf(source: Pick<LiveBot, 'record'>): { readonly loss: string; readonly profit: string } {
  const { stops } = kindOf(source.record.kind);
  const [first = '', second = ''] = stops?.fields ?? [];
  return stops?.lacks === 'stop_loss' ? { loss: '', profit: first } : { loss: first, profit: second };
}

/** What a copy of a bot is asked to be: what the bot is now, with the copier's money and choice. */
export function copiedPayload(source: LiveBot, choice: OwnChoice): StoredPayload | Refusal {
  const { kind } = source.record;
  const { money, leverage, stopLoss, stopProfit, texts } = choice;
  const { use_experience: _trial, ...standing } = asItStands(source);
  // The kind's own words; its strategy_type says that they are.
  const funded = kindOf(kind).asCopy?.(standing, money) ?? withMoneySaid(standing, money);
  const stopped = withStops(source, funded, stopLoss, stopProfit);
  if ('code' in stopped) return stopped;
  // Of a creation, what has no effect is refused.
  const tidied = tidiedPayload(kind, stopped, source.spec);
  const levered = leverage === undefined ? tidied : withLeverage(tidied, leverage);
  if ('code' in levered) return levered;
  const { strategy_name = '', abstract = '', is_hide = 1, is_hide_order = 0, use_experience = 0 } = texts;
  const own = { strategy_name, abstract, is_hide, is_hide_order };
  return { ...levered, ...own, ...(use_experience === 1 ? { use_experience } : {}) };
}

/** A bot's parameters as they are by now: a range where it has trailed to, and without a trigger price that is behind it. */
function asItStands(source: LiveBot): StoredPayload {
  const { kind, payload } = source.record;
  const hasOpened = source.machine !== null && source.machine.status !== 'open';
  return hasOpened ? { ...asOpened(kind, payload), ...presentRange(source) } : payload;
}

function withStops(
  source: LiveBot,
  payload: StoredPayload,
  stopLoss: string | undefined,
  takeProfit: string | undefined,
): StoredPayload | Refusal {
  if (stopLoss === undefined && takeProfit === undefined) return payload;
  const fields = stopFieldsOf(source);
  const field = (stopLoss === undefined ? fields.profit : fields.loss) || 'stop_loss';
  const next = takesOwnStops(source) ? kindOf(source.record.kind).stops?.with(payload, { stopLoss, takeProfit }) : null;
  return next ?? refuseField(field, 'field.unused', { field });
}

function withLeverage(payload: StoredPayload, leverage: string): StoredPayload | Refusal {
  if ('params' in payload) {
    if ('leverage' in payload.params) return withParams(payload, { leverage });
  } else if ('leverage' in payload) return { ...payload, leverage };
  return leverage === '' || leverage === '1' ? payload : refuseField('leverage', 'field.unused', { field: 'leverage' });
}

/** What a body says that is the copier's own business, or is said of every call. */
const OWN = [
  ...['follow_id', 'fundpass', 'uid', 'user_id', 'strategy_type', 'bot_type', 'exchange', 'use_experience'],
  ...['strategy_name', 'abstract', 'is_hide', 'is_hide_order', 'money', 'begin_money_amount', 'leverage'],
];

/**
 * The first field of a body that would have the copy be another bot than the original. Of one with hidden parameters every such
 * field is refused, right or wrong: who is told which values differ could ask for all of them.
 */
export function foreignField(source: LiveBot, body: FollowBody, copy: StoredPayload): Refusal | null {
  const { loss, profit } = stopFieldsOf(source);
  const isOwn = (name: string): boolean => OWN.includes(name) || name === loss || name === profit;
  const { params = {}, ...top } = body;
  const said = [...Object.entries(top), ...Object.entries(params)].filter(([name]) => !isOwn(name));
  const isClosed = !hasOpenParams(source);
  const first = said[0]?.[0];
  if (isClosed) return first === undefined ? null : refuseField(first, 'follow-closed', { field: first });
  const has = fieldsOf(copy);
  const made = fieldsOf(spelled(source, body, copy));
  const found = said.find(
    ([name, value]) => !isAlike(value, has.get(name)) && !(name in LISTS && isAlike(made.get(name), has.get(name))),
  );
  return found === undefined ? null : refuseField(found[0], 'follow-differs', { field: found[0] });
}

/** Conditions are spelled in several ways (E-181): they are compared as they are kept. */
const LISTS: Readonly<Record<string, true>> = { compose_conditions: true, preset_args: true };

function spelled({ record, spec }: LiveBot, { params }: FollowBody, copy: StoredPayload): StoredPayload {
  if (!('params' in copy) || params?.compose_conditions === undefined) return copy;
  const said: object = { compose_conditions: params.compose_conditions };
  return payloadMadeOf(record.kind, withParams(copy, said), spec);
}

function fieldsOf(payload: StoredPayload): ReadonlyMap<string, unknown> {
  const inside: object = 'params' in payload ? payload.params : {};
  return new Map<string, unknown>([...Object.entries(payload), ...Object.entries(inside)]);
}

/** Whether two values of the wire say the same: numbers by what they are worth, and nothing said is a zero or an empty text. */
function isAlike(one: unknown, other: unknown): boolean {
  if (one === other || (isNothing(one) && isNothing(other))) return true;
  if (typeof one === 'string' && typeof other === 'string') return isSameText(one, other);
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const [a, b] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  return [...new Set([...a.keys(), ...b.keys()])].every((key) => isAlike(a.get(key), b.get(key)));
}

function isNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === 0) return true;
  return typeof value === 'string' ? isUnset(value) : Array.isArray(value) && value.length === 0;
}

function isSameText(one: string, other: string): boolean {
  const [a, b] = [readDecimal(one), readDecimal(other)];
  return a !== null && b !== null && compareDecimals(a, b) === 0;
}
