import type { PortfolioCoinStatement } from '../machine.ts';
import type { MarketsParams } from './markets-bot.ts';
import { MarketsMachine } from './markets-machine.ts';
import { takeMarketsSnapshot } from './markets-snapshot.ts';
import { coinRows } from './worth.ts';

/** The machine of a bot of several coins: it tells them and their shares. */
export class CoinsMachine<P extends MarketsParams> extends MarketsMachine<P> {
  portfolio(ticks: readonly number[]): readonly PortfolioCoinStatement[] {
    return coinRows(this.bot, ticks);
  }

  override snapshot(): object {
    return takeMarketsSnapshot(this.bot);
  }
}
