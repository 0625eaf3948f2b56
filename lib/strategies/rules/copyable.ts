import { parseSignedAmount } from '../../money/amount.ts';

/** What is asked of a shared bot before its parameters may be taken into a form. */
interface Shared {
  readonly is_ai: number;
  readonly follow_fee_rate: string;
}

/** C-227, C-349: parameters may be copied by hand where they are the AI's or the provider asks for no share; else the bot is copied as it is. */
export function areParametersCopyable({ is_ai: isAi, follow_fee_rate: share }: Shared): boolean {
  const units = parseSignedAmount(share === '' ? '0' : share);
  return isAi === 1 || (units !== null && units <= 0n);
}
