import type { ParsedBodyOf } from '#lib/contract/contract.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import type { LifeRefusal } from '#lib/engine/machine.ts';
import { definitionOf } from '#lib/kinds/definitions.ts';
import { formatAmount, parseAmount } from '#lib/money/amount.ts';
import { type ActionPlan, outcomeOf } from '../bots/agreed-plan.ts';
import { equityAt, profitAssetOf } from '../bots/bot-equity.ts';
import { knownPrices } from '../bots/bot-kinds.ts';
import { contractOf } from '../bots/bot-markets.ts';
import { sendShare, shareAtWithdrawal } from '../bots/copy-share.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { payToOwner } from '../bots/owner-funds.ts';
import type { ExchangeRequest, Handlers } from '../http/handler.ts';
import { ok, type Refusal, refuse, refuseField } from '../replies/reply.ts';
import type { Tx } from '../sequencer/sequencer.ts';
import { actPlan, lookAt, withdrawalFigures } from './act-plan.ts';
import { type HandlerParts, isRefusal, ownBotOfKind } from './bot-parts.ts';

type LifeCall = 'pauseGrid' | 'continueGrid' | 'pauseStrategy' | 'startStrategy' | 'withdrawable' | 'withdrawProfit';
type PauseCall = 'pauseGrid' | 'continueGrid' | 'pauseStrategy' | 'startStrategy';

/** What an owner may do with a bot that lives, besides ending it. */
export function lifeHandlers(parts: HandlerParts): Pick<Handlers, LifeCall> {
  return {
    pauseGrid: (request) => act(parts, request, 'createGrid', 'pause'),
    continueGrid: (request) => act(parts, request, 'createGrid', 'resume'),
    pauseStrategy: (request) => act(parts, request, 'runStrategy', 'pause', request.body?.strategy_type),
    startStrategy: (request) => act(parts, request, 'runStrategy', 'resume', request.body?.strategy_type),
    withdrawable: async (request) => {
      const { strategy_id: id, strategy_type: kind } = request.query;
      const bot = await ownBotOfKind(parts.book, request, id, kind);
      if (isRefusal(bot)) return bot;
      return ok(withdrawableView(parts, bot, request.nowMs));
    },
    withdrawProfit: async (request) => {
      const { id, strategy_type: kind } = request.body;
      const bot = await ownBotOfKind(parts.book, request, id, kind);
      if (isRefusal(bot)) return bot;
      return request.transact((tx) => withdraw(parts, tx, id, request.body));
    },
  };
}

/** `created`: grids and all others have calls of their own, as for creating (M-134). */
async function act(
  parts: HandlerParts,
  request: ExchangeRequest<PauseCall>,
  created: 'createGrid' | 'runStrategy',
  type: 'pause' | 'resume',
  kind?: string,
) {
  const bot = await ownBotOfKind(parts.book, request, request.path.id, kind);
  if (isRefusal(bot)) return bot;
  const { record } = bot;
  if (definitionOf(record.kind).calls.create !== created) return refuse(CODE.unknown, 'bot-unknown');
  return request.transact((tx) => {
    // Looked up again: between the request and its turn the bot may have ended.
    const present = parts.book.inMemory(record.id);
    if (present === undefined) return refuse(CODE.unknown, 'bot-unknown');
    if (present.machine?.pause === undefined) return refuse(CODE.conflict, 'bot-not-pausable');
    const refusal = parts.turns.act(tx, present, { type });
    return refusal === null ? ok({ strategy_id: record.id }) : refusalOf(refusal);
  });
}

function refusalOf(refusal: LifeRefusal): Refusal {
  if (refusal === 'not-paused') return refuse(CODE.conflict, 'bot-not-paused');
  if (refusal === 'not-running') return refuse(CODE.conflict, 'bot-not-pausable');
  return refuse(CODE.conflict, 'price-unknown');
}

/** Trial money is lent: while a bot works with it nothing goes out, so that a loss still finds the profit there. The provider's share of a copy goes out first. */
function mostOf(bot: LiveBot, owed: bigint): bigint {
  const most = bot.record.trial > 0n ? 0n : (bot.machine?.withdrawable?.().amount ?? 0n);
  return most > owed ? most - owed : 0n;
}

type Owed = ReturnType<typeof shareAtWithdrawal>;

/** Of a bot that is no copy. */
const NOTHING_OWED: Owed = { share: 0n, mark: 0n };

/**
 * What the provider of a copy is owed when profit is taken out now. It hangs on the whole result, so on every price: null where one is not known,
 * though views have one that stands in for it.
 */
function owedNow({ feed }: HandlerParts, bot: LiveBot, nowMs: number): Owed | null {
  if (bot.record.share === undefined) return NOTHING_OWED;
  const prices = knownPrices(feed, bot.spec, nowMs);
  return prices === null ? null : shareAtWithdrawal(bot.record, equityAt(bot, prices));
}

function withdrawableView(parts: HandlerParts, bot: LiveBot, nowMs: number) {
  const { record, spec } = bot;
  const owed = owedNow(parts, bot, nowMs);
  return {
    unsettled_profit: formatAmount(owed === null ? 0n : mostOf(bot, owed.share)),
    strategy_profit: formatAmount(record.gridProfit),
    // What bots in a contract pay out is margin, also when they are over.
    settled_profit: formatAmount(contractOf(spec) === null ? record.withdrawn - (record.share?.withdrawn ?? 0n) : 0n),
    profit_asset: profitAssetOf(spec),
  };
}

/** M-247: at most what completed trades brought and was not taken out yet, as far as the bot's orders do not need it. */
function withdraw(parts: HandlerParts, tx: Tx, id: number, asked: ParsedBodyOf<'withdrawProfit'>) {
  const bot = parts.book.inMemory(id);
  if (bot === undefined) return refuse(CODE.conflict, 'bot-pays-nothing-out');
  const checked = checkedWithdrawal(parts, bot, asked.amount);
  if ('code' in checked) return checked;
  const { amount, owed } = checked;
  const plan = agreedWithdrawal(parts, bot, checked, asked.fingerprint);
  if (plan === null) return refuse(CODE.conflict, 'plan-stale');
  const look = lookAt(bot);
  // The machine lets go of both at once; whose it is, it does not know.
  const refusal = parts.turns.act(tx, bot, { type: 'withdraw', amount: amount + owed.share }, (timeMs) => {
    const { record, notes } = bot;
    const asset = profitAssetOf(bot.spec);
    payToOwner(parts.ledger, record, { asset, amount, reason: 'profit-withdrawal', timeMs });
    if (record.share !== undefined) {
      const shared = sendShare({ ledger: parts.ledger, batch: tx }, record, owed, asset, timeMs);
      if (shared !== null) notes.noteShare(shared, { amount: formatAmount(amount), asset });
    }
    if (plan === undefined) return;
    notes.noteOutcome(['withdraw_profit'], timeMs, outcomeOf(plan, withdrawalFigures(look, bot)));
  });
  return refusal === null ? ok({ strategy_id: id }) : refusalOf(refusal);
}

interface Withdrawal {
  readonly amount: bigint;
  readonly owed: Owed;
}

/** So much as it may be taken out now, and what goes to the provider with it; why not. */
function checkedWithdrawal(parts: HandlerParts, bot: LiveBot, text: string): Withdrawal | Refusal {
  if (bot.machine?.withdraw === undefined) return refuse(CODE.conflict, 'bot-pays-nothing-out');
  const owed = owedNow(parts, bot, parts.turns.cursorMs);
  if (owed === null) return refuse(CODE.conflict, 'price-unknown');
  const most = mostOf(bot, owed.share);
  if (most === 0n) return refuseField('amount', 'withdraw-nothing');
  const amount = parseAmount(text);
  const max = { max: formatAmount(most), asset: profitAssetOf(bot.spec) };
  if (amount === null) return refuseField('amount', 'margin-amount');
  if (amount <= 0n || amount > most) return refuseField('amount', 'withdraw-most', max);
  return { amount, owed };
}

function planOf({ turns }: HandlerParts, bot: LiveBot, { amount, owed }: Withdrawal): ActionPlan | Refusal {
  const after = turns.trials.act(bot, { type: 'withdraw', amount: amount + owed.share });
  if (typeof after === 'string') return refusalOf(after);
  return actPlan(withdrawalFigures(lookAt(bot), after, owed.share));
}

/** The plan of it that its owner has agreed to, if he names one; null: it is another by now. */
function agreedWithdrawal(parts: HandlerParts, bot: LiveBot, asked: Withdrawal, fingerprint: string | undefined) {
  if (fingerprint === undefined) return undefined;
  const now = planOf(parts, bot, asked);
  return 'code' in now ? undefined : parts.plans.agreed(bot.record.id, fingerprint, () => now);
}

/** What `withdrawProfit` would do. */
export function withdrawalPlan(parts: HandlerParts, bot: LiveBot, text: string): ActionPlan | Refusal {
  const checked = checkedWithdrawal(parts, bot, text);
  return 'code' in checked ? checked : planOf(parts, bot, checked);
}
