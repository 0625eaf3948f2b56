import type { ParsedBodyOf } from '#lib/contract/contract.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import type { LifeRefusal } from '#lib/engine/machine.ts';
import { formatAmount, UNITS_PER_COIN } from '#lib/money/amount.ts';
import { compareDecimals, readDecimal } from '#lib/money/decimal-text.ts';
import type { Issue } from '#lib/strategies/definition.ts';
import { checkContext } from '../bots/bot-kinds.ts';
import type { StoredPayload } from '../bots/bot-record.ts';
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

/**
 * What is said of a leverage that a bot is to have from now on; undefined = the one that it has. A step of the contract's risk limits is
 * asked about where leverage is raised alone: what was accepted once, maybe before the steps were asked about, keeps nobody from margin or another range.
 */
export function leverageIssues(
  issues: readonly Issue[],
  before: StoredPayload,
  leverage: string | undefined,
): readonly Issue[] {
  const isRaised = compareDecimals(readDecimal(leverage ?? '') ?? '0', leverageOf(before)) > 0;
  return isRaised ? issues : issues.filter(({ code }) => code !== 'leverage.tier');
}

function leverageOf(payload: StoredPayload): string {
  const said = 'params' in payload ? payload.params : payload;
  return readDecimal('leverage' in said ? `${said.leverage}` : '') ?? '0';
}

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
  const found = checkPayload(kind, next, checkContext(parts.feed, spec, kind, nowMs));
  const issues = leverageIssues(found, payload, leverage);
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
