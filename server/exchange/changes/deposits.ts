import { parseAmount } from '#lib/money/amount.ts';
import type { StandingBot } from '../bots/live-bot.ts';
import { userAccount } from '../ledger/account-names.ts';
import { type Refusal, refuseField } from '../replies/reply.ts';
import type { ChangeParts } from './change-parts.ts';

/** Money that an owner puts into a bot that works: every call that takes some reads it here. */

/** By the field that says how much: what it is called when it is no amount, and when there is not so much. */
const WORDS = {
  money: { malformed: 'field-invalid', lacking: 'money.balance.create' },
  amount: { malformed: 'margin-amount', lacking: 'money.balance.addfut' },
} as const;

/** How a call says what is to come in, and in which of its fields the asset, where it has one. */
export interface SaidDeposit {
  readonly field: keyof typeof WORDS;
  readonly text: string;
  readonly asset?: { readonly field: string; readonly name: string };
}

/** Units of the bot's money asset that its owner has, 0 among them; or why so much cannot come in. */
export function depositOf(
  { ledger }: Pick<ChangeParts, 'ledger'>,
  { record: { ownerId, account, moneyAsset } }: StandingBot,
  { field, text, asset }: SaidDeposit,
): bigint | Refusal {
  if (asset !== undefined && asset.name !== moneyAsset)
    return refuseField(asset.field, 'deposit-asset', { asset: moneyAsset });
  const deposit = parseAmount(text);
  if (deposit === null) return refuseField(field, WORDS[field].malformed);
  if (deposit <= ledger.balance(userAccount(ownerId, account), moneyAsset)) return deposit;
  return refuseField(field, WORDS[field].lacking);
}

/** The same where nothing is no deposit. */
export function someDepositOf(
  parts: Pick<ChangeParts, 'ledger'>,
  bot: StandingBot,
  said: SaidDeposit,
): bigint | Refusal {
  const deposit = depositOf(parts, bot, said);
  return deposit === 0n ? refuseField(said.field, WORDS[said.field].malformed) : deposit;
}
