import { marketsOf } from '#lib/engine/bot-feeds.ts';
import { equityAt, profitAssetOf } from '../bots/bot-equity.ts';
import { knownPrices } from '../bots/bot-kinds.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import type { OpenOrder } from '../dual/dual-worth.ts';
import { botAccount } from '../ledger/account-names.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { MarketFeed } from '../market/feed.ts';
import type { Balance } from './balances.ts';
import { equityParts, stakesOf } from './bot-worth.ts';
import { Exposure, netOf } from './exposure.ts';
import { standing, worthOf } from './order-worth.ts';
import { Valuation } from './valuation.ts';

/** What an account is worth and hangs on at the prices of one moment, USDT units; null = not known. */
export interface AccountWorth {
  readonly equityUsdt: bigint | null;
  /** By coin, net over all bots and balances: held and long less short and owed. USDT, in which it is told, is no coin. */
  readonly exposures: ReadonlyMap<string, bigint | null>;
}

export interface WorthParts {
  readonly ledger: Pick<Ledger, 'assets'>;
  readonly feed: MarketFeed;
}

/**
 * Adds up accounts and bots as the portfolio does, a bot at a time, so that who adds gives the thread back between; of running bots
 * alone, and not with stand-ins for prices that nobody knows: what hangs on such a price is not known.
 */
export class AccountWorthSum {
  /** At the same prices as the sum. */
  readonly value: Valuation;
  private readonly parts: WorthParts;
  private readonly nowMs: number;
  private readonly exposure = new Exposure();
  private readonly unknown = new Set<string>();
  private equity = 0n;
  private readonly hasExposures: boolean;

  /** `hasExposures`: false = nobody asks for them, who are most of the work; those of balances are told all the same. */
  constructor(parts: WorthParts, nowMs: number, { hasExposures = true }: { readonly hasExposures?: boolean } = {}) {
    this.parts = parts;
    this.hasExposures = hasExposures;
    this.nowMs = nowMs;
    this.value = new Valuation(parts.feed, nowMs);
  }

  /** Orders that are not over count as if they were settled now; what one that hangs on an index that nobody knows is worth is not known. */
  addBalances(balances: readonly Balance[], orders: readonly OpenOrder[]): void {
    for (const balance of standing(balances, orders, ({ price }) => price)) {
      this.equity += worthOf(this.value, balance);
      for (const { asset, amount } of balance.parts) {
        this.exposure.add({ holdings: { [asset]: amount }, loan: null, open: null });
      }
      for (const coin of balance.unknown) this.unknown.add(coin);
    }
  }

  addBot(bot: LiveBot): void {
    const { record, spec, machine } = bot;
    const prices = knownPrices(this.parts.feed, spec, this.nowMs);
    if (prices === null) {
      const held = machine?.holdings() ?? Object.fromEntries(this.parts.ledger.assets(botAccount(record.id)));
      for (const asset of [...Object.keys(held), ...marketsOf(spec).map(({ base }) => base)]) this.unknown.add(asset);
      return;
    }
    const { own } = equityParts(record, equityAt(bot, prices));
    this.equity += this.value.of(profitAssetOf(spec), own);
    if (this.hasExposures) this.exposure.add(stakesOf(this.parts, bot, prices));
  }

  worth(): AccountWorth {
    const exposures = new Map<string, bigint | null>();
    for (const [asset, coin] of this.exposure.entries()) {
      if (asset === 'USDT') continue;
      const usdt = this.value.of(asset, netOf(coin));
      exposures.set(asset, this.isUnpriced(asset) ? null : usdt);
    }
    for (const asset of this.unknown) if (asset !== 'USDT') exposures.set(asset, null);
    const isKnown = this.unknown.size === 0 && ![...this.value.unvalued].some((asset) => this.isUnpriced(asset));
    return { equityUsdt: isKnown ? this.equity : null, exposures };
  }

  /** Whether a market values it, but not now. What none ever values is worth nothing here, as in the portfolio. */
  isUnpriced(asset: string): boolean {
    return this.value.unvalued.has(asset) && this.parts.feed.spec(`${asset}_USDT`) !== undefined;
  }
}
