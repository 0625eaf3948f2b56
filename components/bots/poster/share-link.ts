import { detailPath, mobilePath } from '#components/addresses/paths.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { DAY_SECONDS } from '#lib/time/durations.ts';

/** What of the browser says whether it runs on a phone. */
export interface Device {
  readonly userAgent: string;
  readonly userAgentData?: { readonly mobile: boolean };
}

/** Browsers that know it say so; of the others their name does. */
function isPhone({ userAgent, userAgentData }: Device): boolean {
  return userAgentData?.mobile ?? /Mobi|Android.*Mobile|iPhone/.test(userAgent);
}

/** The address that a poster carries: of the bot's public page (M-016), made on a phone that of the page for phones (M-017, H19). */
export function shareLink(
  origin: string,
  language: string,
  { strategy_id, strategy_type, user_info }: Pick<StrategyRow, 'strategy_id' | 'strategy_type' | 'user_info'>,
  device: Device,
): string {
  const bot = { strategy_id, strategy_type, anonymous: user_info.anonymous };
  return `${origin}${isPhone(device) ? mobilePath(language, bot) : detailPath(language, bot)}`;
}

/** M-076: days that the bot has run, begun ones too. */
export function posterDays(runSeconds: number): number {
  return Math.ceil(runSeconds / DAY_SECONDS);
}
