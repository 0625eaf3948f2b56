import type { SessionInfo } from '#lib/client/session.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';

/** Whose parameters a call changes (M-326), with both flags as they are: the bot, and its owner as far as the page knows. */
export function namedParams(
  { strategy_id, strategy_type }: Pick<StrategyRow, 'strategy_id' | 'strategy_type'>,
  session: SessionInfo | undefined,
) {
  const owner = session?.logged_in === true ? { user_id: session.user_id } : {};
  return { strategy_id, strategy_type, ...owner, is_hide: -1, is_hide_order: -1 } as const;
}
