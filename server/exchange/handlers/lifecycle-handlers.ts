import { CODE } from '#lib/contract/vocabulary.ts';
import type { CloseInstruction, LoanStatement } from '#lib/engine/machine.ts';
import { LIMIT_EXPIRATION_MINUTES } from '#lib/formulas/termination.ts';
import type { AgreedPlan } from '../bots/agreed-plan.ts';
import { saveBot } from '../bots/bot-book.ts';
import { knownPrices } from '../bots/bot-kinds.ts';
import { isFinished } from '../bots/bot-record.ts';
import { STOPPABLE } from '../bots/bot-states.ts';
import { endPlan } from '../bots/end-plan.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { checkStopOptions, closeInstruction } from '../bots/stop-options.ts';
import type { ExchangeRequest, Handlers } from '../http/handler.ts';
import { ok, type Refusal, refuse, refuseField } from '../replies/reply.ts';
import type { Tx } from '../sequencer/sequencer.ts';
import { closePreviewView } from '../views/close-preview-view.ts';
import { type HandlerParts, isRefusal, ownBot, ownBotOfKind } from './bot-parts.ts';

type LifecycleCall = 'cancelGrid' | 'stopStrategy' | 'stopOptions' | 'saveStopOptions' | 'closePreview';

export function lifecycleHandlers(parts: HandlerParts): Pick<Handlers, LifecycleCall> {
  const { book } = parts;
  return {
    cancelGrid: async (request) => {
      const bot = await ownBot(book, request, request.path.id);
      if (isRefusal(bot)) return bot;
      if (!STOPPABLE.includes(bot.record.status)) return refuse(CODE.conflict, 'bot-not-stoppable');
      return request.transact((tx) => cancelBot(parts, tx, bot.record.id, request.body?.fingerprint));
    },
    stopStrategy: async (request) => {
      const bot = await ownBotOfKind(book, request, request.path.id, request.query.strategy_type);
      if (isRefusal(bot)) return bot;
      if (!STOPPABLE.includes(bot.record.status)) return refuse(CODE.conflict, 'bot-not-stoppable');
      return request.transact((tx) => cancelBot(parts, tx, bot.record.id, request.body?.fingerprint));
    },
    stopOptions: async (request) => {
      const { strategy_id: id, strategy_type: kind } = request.query;
      const bot = await ownBotOfKind(book, request, id, kind);
      return isRefusal(bot) ? bot : ok([...bot.record.stopOptions]);
    },
    saveStopOptions: (request) => saveOptions(parts, request),
    closePreview: (request) => closePreview(parts, request),
  };
}

/** What ending the bot so would trade, bring back and realise, said before it happens. */
async function closePreview(parts: HandlerParts, request: ExchangeRequest<'closePreview'>) {
  const { strategy_id: id, strategy_type: kind, type, slip = '0' } = request.query;
  const { expiration = type === 'limit' ? LIMIT_EXPIRATION_MINUTES[0] * 60 : 0 } = request.query;
  const bot = await ownBotOfKind(parts.book, request, id, kind);
  if (isRefusal(bot)) return bot;
  if (isFinished(bot.record)) return refuse(CODE.conflict, 'bot-finished');
  const { account, market } = bot.record;
  const option = { account, type, market, price: 'lastprice', slip, expiration } as const;
  const issue = checkStopOptions(bot, [option]);
  if (issue !== null) return refuseField(issue.field, issue.issue, issue.values);
  const close = instructionFor(parts, bot, [option]);
  if (close === null) return refuse(CODE.conflict, 'price-unknown');
  const preview = parts.turns.trials.close(bot, close);
  const fingerprint = parts.plans.show(bot.record.id, endPlan(bot, [option], close, preview));
  return ok({ ...closePreviewView(bot, preview), fingerprint });
}

/** How a bot is to be closed at the market's present prices, as `options` say; null while they are not known. */
function instructionFor(
  { turns, feed, views }: HandlerParts,
  bot: LiveBot,
  options = bot.record.stopOptions,
): CloseInstruction | null {
  const { cursorMs } = turns;
  const prices = knownPrices(feed, bot.spec, cursorMs);
  if (prices === null) return null;
  const { position, loan } = views.statements(bot, cursorMs);
  // Who is short of contracts or owes more coins than it holds buys to close.
  const isBuying = position === null ? lacksCoins(bot, loan) : position.size < 0n;
  return closeInstruction({ ...bot.record, stopOptions: options }, prices[0] as number, isBuying, cursorMs);
}

/** Whether a bot holds fewer coins than it owes: whatever else it owes, its closing order buys. */
function lacksCoins({ machine, spec }: LiveBot, loan: LoanStatement | null): boolean {
  const owed = loan?.debts.find(({ asset }) => asset === spec.base)?.owed ?? 0n;
  return owed > (machine?.holdings()[spec.base] ?? 0n);
}

/** The plan of this end that its owner has agreed to; undefined: he names none. Null: it is another by now. */
function agreedEndOf(
  { turns, plans }: HandlerParts,
  bot: LiveBot,
  options: LiveBot['record']['stopOptions'],
  close: CloseInstruction,
  fingerprint: string | undefined,
): AgreedPlan | undefined | null {
  const now = () => endPlan(bot, options, close, turns.trials.close(bot, close));
  return plans.agreed(bot.record.id, fingerprint, now);
}

/** Stops a bot as its options say. Looked up again: between the request and its turn the bot may have ended. */
function cancelBot(parts: HandlerParts, tx: Tx, id: number, fingerprint: string | undefined) {
  const bot = parts.book.inMemory(id);
  if (bot === undefined || !STOPPABLE.includes(bot.record.status)) return refuse(CODE.conflict, 'bot-not-stoppable');
  const close = instructionFor(parts, bot);
  if (close === null) return refuse(CODE.conflict, 'price-unknown');
  const plan = agreedEndOf(parts, bot, bot.record.stopOptions, close, fingerprint);
  if (plan === null) return refuse(CODE.conflict, 'plan-stale');
  parts.turns.terminate(tx, bot, close, { plan });
  return ok({ strategy_id: id });
}

async function saveOptions(parts: HandlerParts, request: ExchangeRequest<'saveStopOptions'>) {
  const { strategy_id: id, strategy_type: kind, stop_options: options, fingerprint } = request.body;
  const bot = await ownBotOfKind(parts.book, request, id, kind);
  if (isRefusal(bot)) return bot;
  const issue = checkStopOptions(bot, options);
  if (issue !== null) return refuseField(issue.field, issue.issue, issue.values);
  return request.transact((tx) => {
    const present = parts.book.inMemory(id);
    if (present === undefined || present.record.status === 'finished') return refuse(CODE.conflict, 'bot-finished');
    return keepOptions(parts, tx, present, options, fingerprint) ?? ok({});
  });
}

/** Keeps the options; a bot that is closing already is told the new way at once (M-138, M-150). */
function keepOptions(
  parts: HandlerParts,
  tx: Tx,
  bot: LiveBot,
  options: LiveBot['record']['stopOptions'],
  fingerprint: string | undefined,
): Refusal | null {
  const isClosing = bot.record.status === 'stopping';
  const close = isClosing ? instructionFor(parts, bot, options) : null;
  if (isClosing && close === null) return refuse(CODE.conflict, 'price-unknown');
  const plan = close === null ? undefined : agreedEndOf(parts, bot, options, close, fingerprint);
  if (plan === null) return refuse(CODE.conflict, 'plan-stale');
  const { id, stopOptions: before } = bot.record;
  tx.onUndo(() => {
    // What a termination has put back is a copy from when the new options were there already.
    const present = parts.book.inMemory(id);
    if (present !== undefined) present.record.stopOptions = before;
  });
  bot.record.stopOptions = options;
  if (close === null) saveBot(tx, bot);
  else parts.turns.terminate(tx, bot, close, { plan });
  return null;
}
