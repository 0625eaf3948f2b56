import { MarketName } from '#components/ui/coin-mark.tsx';
import { PortfolioMarks } from '#components/ui/portfolio-marks.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { factsOf } from '#lib/kinds/facts.ts';

/** What a bot trades: its market, or the coins of a portfolio where they may be seen. */
export function BotMarket({
  bot,
  size,
}: {
  readonly bot: Pick<StrategyRow, 'market' | 'strategy_type' | 'params'>;
  readonly size?: number;
}) {
  const sized = size === undefined ? {} : { size };
  if (factsOf(bot.strategy_type).trades !== 'portfolio' || bot.params === null)
    return <MarketName market={bot.market} {...sized} />;
  return <PortfolioMarks coins={bot.params.asset_info.map(({ asset }) => asset)} {...sized} />;
}
