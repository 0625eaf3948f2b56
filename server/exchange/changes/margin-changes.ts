import type { ParsedBodyOf } from '#lib/contract/contract.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import type { LifeRefusal } from '#lib/engine/machine.ts';
import { formatAmount, UNITS_PER_COIN } from '#lib/money/amount.ts';
import { checkContext } from '../bots/bot-kinds.ts';
import type { WantedChange } from '../bots/change-bot.ts';
import { checkPayload } from '../bots/check-payload.ts';
import type { StandingBot } from '../bots/live-bot.ts';
import { firstError } from '../replies/first-error.ts';
import { type Refusal, refuse, refuseField } from '../replies/reply.ts';
import type { ChangeParts } from './change-parts.ts';
import { depositOf } from './deposits.ts';
import { changeRefusal } from './stop-changes.ts';

/** Margin that an owner puts behind a contract, and the leverage that a futures grid has with it. */

type AskedLeverage = ParsedBodyOf<'updateGrid'>['actions'][number];

/** M-192: whole units of the stable coin, millionths of others. */
function leastAddition(asset: string): bigint {
  return asset === 'USDT' ? UNITS_PER_COIN : UNITS_PER_COIN / 1_000_000n;
}

/** What a leverage can be wrong for. */
const LEVERED: readonly string[] = ['leverage', 'stop_loss'];

/** M-319: more margin and another leverage, or what is wrong with it. Nothing is changed yet. */
export function wantedLeverage(
  parts: ChangeParts,
  bot: StandingBot,
  { amount: text, currency, leverage }: AskedLeverage,
  nowMs: number,
): WantedChange | Refusal {
  const { record, spec } = bot;
  const { payload, moneyAsset: asset, kind } = record;
  if (!('leverage' in payload)) return refuse(CODE.conflict, 'bot-not-changeable');
  const deposit = depositOf(parts, bot, { field: 'amount', text, asset: { field: 'currency', name: currency } });
  if (typeof deposit !== 'bigint') return deposit;
  const least = leastAddition(asset);
  if (deposit < least) return refuseField('amount', 'addition-least', { min: formatAmount(least), asset });
  const next = { ...payload, leverage };
  const issues = checkPayload(kind, next, checkContext(parts.feed, spec, kind, nowMs));
  // Whatever stands in its way, the call has no other field that could be set right.
  const ofLeverage = issues.filter(({ field }) => LEVERED.includes(field));
  const refused = firstError(ofLeverage.map((issue) => ({ ...issue, field: 'leverage' })));
  return refused ?? { payload: next, deposit, isLaidAnew: false };
}

/** What a machine's refusal of that is called on the wire. */
export function leverageRefusal(refusal: LifeRefusal): Refusal {
  return refusal === 'no-funds' ? refuseField('leverage', 'margin-too-little') : changeRefusal(refusal);
}

/** The same of margin that comes in alone. */
export function marginRefusal(refusal: LifeRefusal): Refusal {
  return refusal === 'liquidating' || refusal === 'no-price'
    ? changeRefusal(refusal)
    : refuse(CODE.conflict, 'margin-fixed');
}
