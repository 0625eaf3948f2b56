import { type MoneyOutcome, moneyCall } from '#lib/client/money-call.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { isCreatable } from '#lib/kinds/catalogue.ts';
import { definitionOf } from '#lib/kinds/definitions.ts';

/** Grids are cancelled (M-309), every other kind is stopped (M-310), as its definition says. */
function stopsByStrategyCall({ strategy_type: kind }: StrategyRow): boolean {
  return isCreatable(kind) && definitionOf(kind).calls.stop === 'stopStrategy';
}

/** The call that ends a bot, under the key of this wish. `fingerprint`: of the plan that was shown, where the exchange has given one. */
export function sendStop(
  bot: StrategyRow,
  idempotencyKey: string,
  fingerprint?: string,
): Promise<MoneyOutcome<'stopStrategy'> | MoneyOutcome<'cancelGrid'>> {
  const path = { id: String(bot.strategy_id) };
  const body = fingerprint === undefined ? {} : { fingerprint };
  return stopsByStrategyCall(bot)
    ? moneyCall('stopStrategy', { path, query: { strategy_type: bot.strategy_type }, body }, { idempotencyKey })
    : moneyCall('cancelGrid', { path, body }, { idempotencyKey });
}
