import type { ParsedBodyOf } from '#lib/contract/contract.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { marketOfFeed } from '#lib/engine/bot-feeds.ts';
import type { Fill } from '#lib/engine/machine.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { formatAmount, parseAmount } from '#lib/money/amount.ts';
import { addedDecimals } from '#lib/money/precision.ts';
import { minimumText } from '#lib/strategies/rules/money.ts';
import { isNear } from '../bots/agreed-plan.ts';
import { profitAssetOf } from '../bots/bot-equity.ts';
import { knownPrices } from '../bots/bot-kinds.ts';
import { type Changed, tradesOf, type WantedChange } from '../bots/change-bot.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import {
  type AskedChange,
  isAsItIs,
  isRangeAsked,
  lackingFor,
  minimumOf,
  wantedOf,
  worthOf,
} from '../changes/wanted-change.ts';
import type { Handlers } from '../http/handler.ts';
import { ok, refuse } from '../replies/reply.ts';
import type { Tx } from '../sequencer/sequencer.ts';
import { tradedIn } from './act-plan.ts';
import { type HandlerParts, isRefusal } from './bot-parts.ts';
import { changeableBot } from './changeable-bot.ts';
import { forcedCloseRisk } from './forced-close-risk.ts';
import { agreedChange, changePlan, execute, isOtherPlan, planName, plannedOf } from './planned-change.ts';

type ShownAction = NonNullable<ParsedBodyOf<'changeGridParams'>['actions']>[number];
type ChangeCall = 'investPlan' | 'changeGridParams';

/** Changing a running grid: another range, more grids, other stops, more money (M-317, M-320). */
export function changeHandlers(parts: HandlerParts): Pick<Handlers, ChangeCall> {
  return {
    investPlan: async (request) => {
      const bot = await changeableBot(parts, request, request.path.id);
      return isRefusal(bot) ? bot : investPlan(parts, bot, request.body, request.nowMs);
    },
    changeGridParams: async (request) => {
      const bot = await changeableBot(parts, request, request.path.id);
      if (isRefusal(bot)) return bot;
      const { id } = bot.record;
      return request.transact((tx) => changeGrid(parts, tx, id, request.body));
    },
  };
}

/** M-317: what would be bought or sold, and what it lacks where it lacks something. */
function investPlan(parts: HandlerParts, bot: LiveBot, asked: AskedChange, nowMs: number) {
  const wanted = wantedOf(parts, bot, asked, nowMs);
  if ('code' in wanted) return wanted;
  const minimum = minimumOf(parts, bot, wanted, nowMs);
  if (minimum === null) return refuse(CODE.conflict, 'price-unknown');
  const isAppended = wanted.deposit > 0n;
  // Whose orders stay needs no more than it has.
  const worth = wanted.isLaidAnew ? worthOf(parts, bot, nowMs) : minimum;
  const lacking = minimum > worth + wanted.deposit ? minimum - worth - wanted.deposit : 0n;
  const decimals = addedDecimals(profitAssetOf(bot.spec), factsOf(bot.record.kind).trades);
  const min_amount = minimumText(minimum > worth ? minimum - worth : 0n, decimals);
  // M-165: as it stands it is too little.
  if (lacking > 0n)
    return ok({ plan_type: 3, plans: [{ plan: 'Threshold Reached' as const, actions: [] }], min_amount });
  const planned = plannedOf(parts, bot, wanted, nowMs);
  if ('code' in planned) return planned;
  const prices = knownPrices(parts.feed, bot.spec, nowMs);
  const risk = prices === null ? {} : forcedCloseRisk(bot, planned.machine, prices);
  const plans = [planView(parts, bot, wanted, planned)];
  if (!isAppended || !isRangeAsked(bot, asked) || minimum > worth)
    return ok({ plan_type: planType(planned, minimum > worth), plans, min_amount, ...risk });
  // M-167, M-168: it can be had without the money too, and its owner chooses.
  const unchanged = wantedOf(parts, bot, { ...asked, money: '' }, nowMs);
  if ('code' in unchanged) return ok({ plan_type: planType(planned, false), plans, min_amount, ...risk });
  const other = plannedOf(parts, bot, unchanged, nowMs);
  if ('code' in other) return ok({ plan_type: planType(planned, false), plans, min_amount, ...risk });
  plans.push(planView(parts, bot, unchanged, other));
  return ok({ plan_type: SEVERAL_PLANS, plans, min_amount, ...risk });
}

const SEVERAL_PLANS = 5;

function planView({ plans }: HandlerParts, bot: LiveBot, wanted: WantedChange, planned: Changed) {
  const plan = changePlan(bot, wanted, planned);
  const fingerprint = plans.show(bot.record.id, plan);
  const actions = tradesOf(planned).map((fill) => actionOf(bot, fill));
  return { plan: planName(wanted), actions, fingerprint, figures: [...plan.figures] };
}

/** M-162 … M-166: nothing to trade, a buy, a sale; 4 where only the added money makes it possible. */
function planType(planned: Changed, needsDeposit: boolean): number {
  if (needsDeposit) return 4;
  const [trade] = tradesOf(planned);
  return trade === undefined ? 0 : trade.side === 'buy' ? 1 : 2;
}

/** Of what is sold: what it brings less what it had cost. Of contracts that are closed, on either side: what that realises. */
function actionOf({ record, spec }: LiveBot, { side, quantity, quote, feed, realised }: Fill) {
  const amount = formatAmount(quantity);
  const currency = tradedIn(spec, feed);
  const { contract } = marketOfFeed(spec, feed);
  if (contract !== undefined) {
    const closes = realised !== undefined && realised !== 0n;
    return {
      ...{ action: side, amount, currency },
      profit_loss_amount: closes ? formatAmount(realised) : '',
      profit_loss_currency: closes ? contract.settle : '',
    };
  }
  const sold = side === 'sell' && record.heldBase > 0n;
  const cost = sold ? (record.heldCost * quantity) / record.heldBase : 0n;
  const result = { profit_loss_amount: formatAmount(quote - cost), profit_loss_currency: spec.quote };
  const none = { profit_loss_amount: '', profit_loss_currency: '' };
  return { action: side, amount, currency, ...(sold ? result : none) };
}

/** Executes what is planned now, if that is what was shown. */
function changeGrid(parts: HandlerParts, tx: Tx, id: number, body: ParsedBodyOf<'changeGridParams'>) {
  const bot = parts.book.inMemory(id);
  if (bot === undefined) return refuse(CODE.unknown, 'bot-unknown');
  const { fundpass: _fundpass, actions = [], plan, fingerprint, ...asked } = body;
  const wanted = wantedOf(parts, bot, asked, tx.nowMs);
  if ('code' in wanted) return wanted;
  const { isLaidAnew } = wanted;
  const lacking = isLaidAnew ? lackingFor(parts, bot, wanted, tx.nowMs) : null;
  if (lacking !== null) return lacking;
  const planned = plannedOf(parts, bot, wanted, tx.nowMs);
  if ('code' in planned) return planned;
  if (isAsItIs(bot, wanted, planned)) return refuse(CODE.conflict, 'change-nothing');
  // A stop that is changed trades nothing, and nothing has to be named; what is named has to be so.
  const isNamed = isLaidAnew || actions.length > 0;
  if (isOtherPlan(plan, wanted) || (isNamed && !isAsShown(bot, tradesOf(planned), actions)))
    return refuse(CODE.conflict, 'plan-stale');
  return agreedChange(parts, bot, wanted, planned, fingerprint) ?? execute(parts, tx, bot, wanted, planned);
}

/** Whether the trades of a plan are those that its owner has seen, but for what the price has moved since. */
function isAsShown({ spec }: LiveBot, trades: readonly Fill[], shown: readonly ShownAction[]): boolean {
  if (trades.length !== shown.length) return false;
  return trades.every(({ side, quantity, feed }, i) => {
    const one = shown[i] as ShownAction;
    const said = parseAmount(one.amount) ?? 0n;
    return one.action === side && one.currency === tradedIn(spec, feed) && isNear(said, quantity);
  });
}
