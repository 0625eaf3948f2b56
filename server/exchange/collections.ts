import { ACCOUNTS, SESSIONS } from './accounts/account-record.ts';
import { AI_CASES } from './ai/ai-cases.ts';
import { AI_PARAMS } from './ai/ai-record.ts';
import { BACKTEST_COLLECTIONS } from './backtests/backtest-entry.ts';
import { BOT_COLLECTIONS } from './bots/bot-book.ts';
import { CONDITION_SET_IDS, CONDITION_SETS } from './condition-sets/condition-sets.ts';
import { SHARE_COLLECTIONS } from './copies/share-transfers.ts';
import { DUAL_COLLECTIONS } from './dual/dual-book.ts';
import { IDEMPOTENCY } from './http/idempotency.ts';
import { PLAN_COLLECTIONS } from './invest/plan-book.ts';
import { PLAN_CLOSINGS } from './invest/plan-closings.ts';
import { BALANCES } from './ledger/memory-ledger.ts';
import { NOTIFICATION_COLLECTIONS } from './notifications/collections.ts';
import { PROTECTION } from './protection/protection-book.ts';
import { MARKS } from './store/store-marks.ts';
import { TYPICAL_REPLAYS } from './typical/typical-book.ts';

/** Every collection of the store. */
export const COLLECTIONS: readonly string[] = [
  BALANCES,
  ACCOUNTS,
  SESSIONS,
  IDEMPOTENCY,
  AI_PARAMS,
  AI_CASES,
  CONDITION_SETS,
  CONDITION_SET_IDS,
  PROTECTION,
  TYPICAL_REPLAYS,
  MARKS,
  ...PLAN_COLLECTIONS,
  PLAN_CLOSINGS,
  ...BOT_COLLECTIONS,
  ...SHARE_COLLECTIONS,
  ...DUAL_COLLECTIONS,
  ...BACKTEST_COLLECTIONS,
  ...NOTIFICATION_COLLECTIONS,
];
