import type { ScenarioBot } from '#lib/backtest/price-scenario.ts';
import { listText } from '#lib/i18n/date-text.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';

/** What the lab is about: the bots that a form would create. */
export interface LabBots {
  readonly kind: RunnableKind;
  /** Of the form. */
  readonly spec: MarketSpec;
  readonly bots: readonly ScenarioBot[];
}

/** What profit is counted in. */
export const profitAsset = ({ contract, quote }: MarketSpec): string => contract?.settle ?? quote;

/** The bot's markets for people, of a portfolio that of each coin; of several bots those of each. */
export function marketsText({ bots }: Pick<LabBots, 'bots'>, locale: string): string {
  const specs = bots.flatMap(({ params }) =>
    'coins' in params ? params.coins.map(({ spec }) => spec) : [params.spec],
  );
  return listText(
    specs.map(({ market }) => market.replace('_', '/')),
    locale,
  );
}
