import type { ParsedBodyOf } from '#lib/contract/contract.ts';
import { isRecord } from '#lib/contract/is-record.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { kindOf } from '#lib/kinds/exchange.ts';
import { isSameNumber } from '#lib/money/amount.ts';
import { checkTexts } from '#lib/strategies/rules/text.ts';
import type { ActionPlan } from '../bots/agreed-plan.ts';
import { rewriteEnded } from '../bots/archive.ts';
import { saveBot } from '../bots/bot-book.ts';
import { checkContext } from '../bots/bot-kinds.ts';
import { type BotRecord, isFinished } from '../bots/bot-record.ts';
import type { WantedChange } from '../bots/change-bot.ts';
import { checkPayload } from '../bots/check-payload.ts';
import { nameOf } from '../bots/create-bot.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { changeRefusal, wantedStops } from '../changes/stop-changes.ts';
import { type ExchangeRequest, type Handlers, signedIn } from '../http/handler.ts';
import { firstError } from '../replies/first-error.ts';
import { ok, type Refusal, refuse, refuseField } from '../replies/reply.ts';
import type { Tx } from '../sequencer/sequencer.ts';
import { isListed } from '../views/visibility.ts';
import { type HandlerParts, isRefusal, ownBotOfKind } from './bot-parts.ts';
import { changeableBot } from './changeable-bot.ts';
import { agreedChange, changePlan } from './planned-change.ts';

type EditCall = 'strategyParams' | 'hideStrategy' | 'hideTrades' | 'renameStrategy';
type Flags = Partial<Pick<BotRecord, 'isHide' | 'isHideOrder' | 'name' | 'abstract'>>;
type Asked = ParsedBodyOf<'strategyParams'>;

/** A bot's texts, who sees it, and the exits of a martingale's rounds (M-237 … M-246, M-326 … M-329). */
export function editHandlers(parts: HandlerParts): Pick<Handlers, EditCall> {
  return {
    strategyParams: (request) => changeParams(parts, request),
    hideStrategy: ({ body, ...request }) => edit(parts, request, body, { isHide: body.is_hide === 1 }),
    hideTrades: ({ body, ...request }) => edit(parts, request, body, { isHideOrder: body.is_hide_order === 1 }),
    renameStrategy: ({ query, ...request }) => {
      const named = { strategy_id: Number(query.strategy_id), strategy_type: query.strategy_type };
      return edit(parts, request, named, { name: query.strategy_name });
    },
  };
}

async function edit<K extends EditCall>(
  parts: HandlerParts,
  request: Pick<ExchangeRequest<K>, 'user' | 'nowMs'> & {
    transact(
      command: (tx: Tx) => ReturnType<typeof ok<{ strategy_id: number }>> | Refusal,
    ): ReturnType<ExchangeRequest<K>['transact']>;
  },
  { strategy_id: id, strategy_type: kind }: Pick<Asked, 'strategy_id' | 'strategy_type'>,
  flags: Flags,
) {
  for (;;) {
    const bot = await ownBotOfKind(parts.book, request, id, kind);
    if (isRefusal(bot)) return bot;
    const refused = textRefusal(parts, bot, flags, request.nowMs);
    if (refused !== null) return refused;
    let isStale = false;
    const reply = await request.transact((tx) => {
      const present = parts.book.inMemory(id);
      tellHiding(parts, tx, present ?? bot, flags);
      if (present !== undefined) return keepFlags(tx, present, flags);
      isStale = !rewriteEnded(tx, parts.book, bot, flagged(bot, flags, tx.nowMs));
      return isStale ? refuse(CODE.conflict, 'bot-finished') : ok({ strategy_id: id });
    });
    // It went to the archive, or was written anew there, between the reading and the turn: what it is now is read.
    if (!isStale) return reply;
  }
}

/** M-237 … M-241: as at the creation. */
function textRefusal({ feed }: HandlerParts, { record, spec }: LiveBot, flags: Flags, nowMs: number): Refusal | null {
  const context = checkContext(feed, spec, record.kind, nowMs);
  return firstError(checkTexts({ strategy_name: flags.name ?? '', abstract: flags.abstract ?? '' }, context));
}

/** The record with these flags. */
function flagged({ record, spec }: LiveBot, flags: Flags, nowMs: number): BotRecord {
  const next = { ...record, ...flags };
  if (flags.name !== undefined) next.name = nameOf(flags.name, spec, record.id);
  if (next.isHide) return { ...next, shownMs: null };
  next.listedMs ??= nowMs;
  next.shownMs ??= nowMs;
  return next;
}

/** Who keeps what was public hears of it when the disk has it. */
function tellHiding({ hidden }: HandlerParts, tx: Tx, { record }: Pick<LiveBot, 'record'>, flags: Flags): void {
  if (flags.isHide === true && isListed(record)) tx.afterCommit(() => hidden.add(record.id));
}

/** Writes them into the record of a bot that memory has. */
function keepFlags(tx: Tx, bot: LiveBot, flags: Flags) {
  const { record } = bot;
  const { isHide, isHideOrder, name, abstract, listedMs, shownMs } = record;
  tx.onUndo(() => {
    Object.assign(record, { isHide, isHideOrder, name, abstract, listedMs, shownMs });
  });
  Object.assign(record, flagged(bot, flags, tx.nowMs));
  saveBot(tx, bot);
  return ok({ strategy_id: record.id });
}

async function changeParams(parts: HandlerParts, request: ExchangeRequest<'strategyParams'>) {
  const { body, nowMs } = request;
  const { strategy_id: id, strategy_type: kind, user_id: user } = body;
  const bot = await ownBotOfKind(parts.book, request, id, kind);
  if (isRefusal(bot)) return bot;
  if (user !== undefined && Number(user) !== signedIn(request).id) return refuse(CODE.forbidden, 'owner-unknown');
  const params = body.params === -1 ? undefined : body.params;
  const changeable = params === undefined ? bot : await changeableBot(parts, request, id);
  if (isRefusal(changeable)) return changeable;
  const flags = flagsOf(body);
  const refused = textRefusal(parts, bot, flags, nowMs);
  if (refused !== null) return refused;
  return request.transact((tx) => {
    const before = parts.book.inMemory(id);
    // Its texts and flags are a running bot's parameters here; what stays of one that has ended has calls of its own.
    if (before === undefined || isFinished(before.record)) return refuse(CODE.conflict, 'bot-finished');
    const refusal = params === undefined ? null : changeExits(parts, tx, before, params, body.fingerprint);
    if (refusal !== null) return refusal;
    // A stop that the price is past has ended it by now: that is what was asked for.
    tellHiding(parts, tx, before, flags);
    return keepFlags(tx, parts.book.inMemory(id) ?? before, flags);
  });
}

/** What is not said, or −1, stays. */
function flagsOf({ is_hide, is_hide_order, strategy_name, abstract }: Asked): Flags {
  return {
    ...(typeof strategy_name === 'string' ? { name: strategy_name } : {}),
    ...(typeof abstract === 'string' ? { abstract } : {}),
    ...(is_hide === 0 || is_hide === 1 ? { isHide: is_hide === 1 } : {}),
    ...(is_hide_order === 0 || is_hide_order === 1 ? { isHideOrder: is_hide_order === 1 } : {}),
  };
}

/** Other exits of a martingale's rounds. Null: done. */
function changeExits(
  parts: HandlerParts,
  tx: Tx,
  bot: LiveBot,
  text: string,
  fingerprint: string | undefined,
): Refusal | null {
  const wanted = wantedExits(parts, bot, text, tx.nowMs);
  if (wanted === null || 'code' in wanted) return wanted;
  const planned = parts.turns.trials.change(bot, wanted);
  if (typeof planned === 'string') return changeRefusal(planned);
  const stale = agreedChange(parts, bot, wanted, planned, fingerprint);
  if (stale !== null) return stale;
  parts.turns.change(tx, bot, wanted, planned);
  return null;
}

/** What `strategyParams` would do with these params. */
export function exitsPlan(parts: HandlerParts, bot: LiveBot, text: string, nowMs: number): ActionPlan | Refusal {
  const wanted = wantedExits(parts, bot, text, nowMs);
  if (wanted === null) return refuse(CODE.conflict, 'change-nothing');
  if ('code' in wanted) return wanted;
  const planned = parts.turns.trials.change(bot, wanted);
  return typeof planned === 'string' ? changeRefusal(planned) : changePlan(bot, wanted, planned);
}

/** M-243 … M-246: take profit and stop loss of a martingale's rounds, and the price that it waits for. Of its other params nothing may be another. Null: none of them is asked for. */
function wantedExits(parts: HandlerParts, bot: LiveBot, text: string, nowMs: number): WantedChange | Refusal | null {
  const { kind, payload } = bot.record;
  const { stops } = kindOf(kind);
  if (stops?.of !== 'round' || !('params' in payload))
    return refuseField('params', 'field.unused', { field: 'params' });
  const asked = readParams(text);
  if (asked === null) return refuseField('params', 'field-invalid');
  const [lossField = '', profitField = ''] = stops.fields;
  const present: Readonly<Record<string, unknown>> = { ...payload.params };
  for (const [field, value] of Object.entries(asked)) {
    const isExit = field === lossField || field === profitField || field === TRIGGER;
    const isAsItWas = value === -1 || JSON.stringify(value) === JSON.stringify(present[field] ?? '');
    if (isExit ? typeof value !== 'string' && value !== -1 : !isAsItWas) {
      return refuseField(`params.${field}`, 'field.unused', { field: `params.${field}` });
    }
  }
  const textOf = (field: string) => (typeof asked[field] === 'string' ? asked[field] : undefined);
  const exits = { stopLoss: textOf(lossField), takeProfit: textOf(profitField) };
  const trigger = isSamePrice(textOf(TRIGGER) ?? '', `${present[TRIGGER] ?? ''}`) ? undefined : textOf(TRIGGER);
  if (exits.stopLoss === undefined && exits.takeProfit === undefined && trigger === undefined) return null;
  const stopped = wantedStops(parts, bot, exits, nowMs);
  if ('code' in stopped || trigger === undefined) return stopped;
  return wantedTrigger(parts, bot, stopped, trigger, nowMs);
}

const TRIGGER = 'trigger_price';

/** Whether two texts say the same price; empty or 0 is none (X3). */
function isSamePrice(one: string, other: string): boolean {
  return one === other || isSameNumber(one || '0', other || '0');
}

/** M-246: another price to wait for, or none. What is behind a bot that has opened has no effect any more. */
function wantedTrigger(
  { feed }: HandlerParts,
  { record, spec, machine }: LiveBot,
  wanted: WantedChange,
  price: string,
  nowMs: number,
): WantedChange | Refusal {
  const { kind } = record;
  const { withTrigger } = kindOf(kind);
  if (withTrigger === undefined)
    return refuseField(`params.${TRIGGER}`, 'field.unused', { field: `params.${TRIGGER}` });
  if (machine !== null && machine.step !== 'wait-touch') return refuseField(`params.${TRIGGER}`, 'trigger-passed');
  const payload = withTrigger(wanted.payload, price);
  const context = { ...checkContext(feed, spec, kind, nowMs), isEdit: true };
  const issues = checkPayload(kind, payload, context);
  return firstError(issues.filter(({ field }) => field === TRIGGER)) ?? { ...wanted, payload };
}

/** A JSON object of params; null when it is none. */
function readParams(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}
