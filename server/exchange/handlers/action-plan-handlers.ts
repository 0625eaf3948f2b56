import { CODE } from '#lib/contract/vocabulary.ts';
import type { ActionPlan } from '../bots/agreed-plan.ts';
import { knownPrices } from '../bots/bot-kinds.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { wantedOf } from '../changes/wanted-change.ts';
import type { ExchangeRequest, Handlers } from '../http/handler.ts';
import { ok, type Refusal, refuse } from '../replies/reply.ts';
import { type HandlerParts, isRefusal, ownBotOfKind } from './bot-parts.ts';
import { changeableBot } from './changeable-bot.ts';
import { exitsPlan } from './edit-handlers.ts';
import { withdrawalPlan } from './life-handlers.ts';
import { addPlan, leveragePlan, reducePlan } from './margin-handlers.ts';
import { changePlan, plannedOf } from './planned-change.ts';

type Asked = ExchangeRequest<'actionPlan'>['query'];

/** What an act on a bot would come to, said before it is asked for: made on a copy, by the same checks. */
export function actionPlanHandlers(parts: HandlerParts): Pick<Handlers, 'actionPlan'> {
  return {
    actionPlan: async (request) => {
      const { query } = request;
      const own = await ownBotOfKind(parts.book, request, query.strategy_id, query.strategy_type);
      if (isRefusal(own)) return own;
      const isChange = query.act === 'stops' || query.act === 'params' || query.act === 'leverage';
      const bot = isChange ? await changeableBot(parts, request, own.record.id) : own;
      if (isRefusal(bot)) return bot;
      // Every plan is made at the market's prices. What has not started says itself what it cannot be asked.
      const isPriced = knownPrices(parts.feed, bot.spec, parts.turns.cursorMs) !== null;
      if (bot.machine !== null && !isPriced) return refuse(CODE.conflict, 'price-unknown');
      const plan = planOf(parts, bot, query, request.nowMs);
      if ('code' in plan) return plan;
      const { figures } = plan;
      return ok({ fingerprint: parts.plans.show(bot.record.id, plan), figures: [...figures] });
    },
  };
}

function planOf(parts: HandlerParts, bot: LiveBot, asked: Asked, nowMs: number): ActionPlan | Refusal {
  const { amount = '', leverage = '', params = '' } = asked;
  switch (asked.act) {
    case 'margin_in':
      return addPlan(parts, bot, amount);
    case 'margin_out':
      return reducePlan(parts, bot, amount, parts.turns.cursorMs);
    case 'leverage':
      return leveragePlan(parts, bot, { amount, leverage }, nowMs);
    case 'withdraw':
      return withdrawalPlan(parts, bot, amount);
    case 'params':
      return exitsPlan(parts, bot, params, nowMs);
    case 'stops':
      return stopsPlan(parts, bot, asked, nowMs);
  }
}

/** What `changeGridParams` would do with other stops alone. */
function stopsPlan(parts: HandlerParts, bot: LiveBot, asked: Asked, nowMs: number): ActionPlan | Refusal {
  if (bot.machine === null) return refuse(CODE.conflict, 'bot-not-changeable');
  const { stop_loss, stop_profit } = asked;
  const wanted = wantedOf(parts, bot, { stop_loss, stop_profit }, nowMs);
  if ('code' in wanted) return wanted;
  const planned = plannedOf(parts, bot, wanted, nowMs);
  return 'code' in planned ? planned : changePlan(bot, wanted, planned);
}
