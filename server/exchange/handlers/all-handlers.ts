import { aiHandlers } from '../ai/ai-handlers.ts';
import { type ConditionSetParts, conditionSetHandlers } from '../condition-sets/condition-set-handlers.ts';
import type { Dual } from '../dual/dual.ts';
import { dualHandlers } from '../dual/dual-handlers.ts';
import { earnHandlers } from '../earn/earn-handlers.ts';
import type { EventHub } from '../events/event-hub.ts';
import type { Handlers } from '../http/handler.ts';
import { type IncomeHandlerParts, incomeHandlers } from '../income/income-handlers.ts';
import { type PlanHandlerParts, planHandlers } from '../invest/plan-handlers.ts';
import { type NotificationHandlerParts, notificationHandlers } from '../notifications/notification-handlers.ts';
import { keptAccountDays } from '../portfolio/account-days.ts';
import { type PortfolioParts, portfolioHandlers } from '../portfolio/portfolio-handlers.ts';
import { type ProtectionHandlerParts, protectionHandlers } from '../protection/protection-handlers.ts';
import type { TypicalBook } from '../typical/typical-book.ts';
import { typicalHandlers } from '../typical/typical-handlers.ts';
import { accountHandlers } from './account-handlers.ts';
import { actionPlanHandlers } from './action-plan-handlers.ts';
import { type BacktestParts, backtestHandlers } from './backtest-handlers.ts';
import { booksHandlers } from './books-handlers.ts';
import { ownerDetailHandlers, publicDetailHandlers } from './bot-detail-handlers.ts';
import { botListHandlers } from './bot-list-handlers.ts';
import type { HandlerParts } from './bot-parts.ts';
import { candleDayHandler } from './candle-day-handler.ts';
import { changeHandlers } from './change-handlers.ts';
import { comparisonHandlers } from './comparison-handlers.ts';
import { contractHandlers } from './contract-handlers.ts';
import { createHandlers } from './create-handlers.ts';
import { discoveryHandlers } from './discovery-handlers.ts';
import { editHandlers } from './edit-handlers.ts';
import { followHandlers } from './follow-handlers.ts';
import { followPreviewHandlers, type PreviewParts } from './follow-preview-handlers.ts';
import { type ForkParts, forkHandlers } from './fork-handlers.ts';
import { kindConfigHandler } from './kind-config-handler.ts';
import { kindHandlers } from './kind-handlers.ts';
import { lifeHandlers } from './life-handlers.ts';
import { lifecycleHandlers } from './lifecycle-handlers.ts';
import { marginHandlers } from './margin-handlers.ts';
import { marketHandlers } from './market-handlers.ts';
import { type ProofParts, proofHandlers } from './proof-handlers.ts';
import { roundHandlers } from './round-handlers.ts';
import { runHandlers } from './run-handlers.ts';
import { walletHandlers } from './wallet-handlers.ts';
import { whyHandlers } from './why-handlers.ts';

/** Every call of the exchange. One that is missing here does not compile. */
export function allHandlers(
  parts: HandlerParts &
    BacktestParts &
    ConditionSetParts &
    NotificationHandlerParts &
    ProofParts &
    ForkParts &
    PreviewParts &
    PortfolioParts &
    IncomeHandlerParts &
    PlanHandlerParts &
    ProtectionHandlerParts & { readonly events: EventHub; readonly typical: TypicalBook; readonly dual: Dual },
): Handlers {
  const daysOf = keptAccountDays(parts.store);
  return {
    ...accountHandlers(parts),
    ...marketHandlers(parts.feed, parts.candles),
    ...candleDayHandler(parts.feed, parts.candles),
    ...contractHandlers(parts.feed),
    ...discoveryHandlers(parts),
    ...botListHandlers(parts),
    ...publicDetailHandlers(parts),
    ...ownerDetailHandlers(parts),
    ...booksHandlers(parts),
    ...whyHandlers(parts),
    ...createHandlers(parts),
    ...lifecycleHandlers(parts),
    ...lifeHandlers(parts),
    ...actionPlanHandlers(parts),
    ...changeHandlers(parts),
    ...marginHandlers(parts),
    ...editHandlers(parts),
    ...runHandlers(parts),
    ...followHandlers(parts),
    ...followPreviewHandlers(parts),
    ...comparisonHandlers(parts),
    ...roundHandlers(parts),
    ...walletHandlers(parts),
    ...aiHandlers(parts),
    ...typicalHandlers(parts),
    ...backtestHandlers(parts),
    ...proofHandlers(parts),
    ...forkHandlers(parts),
    ...kindHandlers(parts),
    ...kindConfigHandler(parts.feed),
    ...conditionSetHandlers(parts),
    ...notificationHandlers(parts),
    ...portfolioHandlers(parts, daysOf),
    ...incomeHandlers(parts, daysOf),
    ...earnHandlers(parts),
    ...protectionHandlers(parts),
    ...planHandlers(parts),
    ...dualHandlers(parts),
    events: (request) => parts.events.open(request),
  } satisfies Handlers;
}
