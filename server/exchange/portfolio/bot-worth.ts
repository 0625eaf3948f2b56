import { instrumentOf } from '#lib/money/market-spec.ts';
import type { Prices } from '../bots/bot-equity.ts';
import { contractOf, lastFeedOf } from '../bots/bot-markets.ts';
import type { BotRecord } from '../bots/bot-record.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { trialPartOf } from '../bots/trial-funds.ts';
import { botAccount } from '../ledger/account-names.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Stakes } from './exposure.ts';

/** What of a running bot's equity is its owner's, and what is lent for a try; units of what its profit is counted in. */
export function equityParts(record: BotRecord, equity: bigint): { readonly own: bigint; readonly trial: bigint } {
  const trial = record.trial > 0n ? trialPartOf(record, equity) : 0n;
  return { own: equity - trial, trial };
}

/** What a running bot holds, is long or short of, and owes. */
export function stakesOf(
  { ledger }: { readonly ledger: Pick<Ledger, 'assets'> },
  bot: LiveBot,
  prices: Prices,
): Stakes {
  const { record, spec, machine } = bot;
  const loan = machine?.loan?.(prices) ?? null;
  const contract = contractOf(spec);
  const position = contract === null ? null : (machine?.position?.(prices) ?? null);
  return {
    holdings: machine?.holdings() ?? Object.fromEntries(ledger.assets(botAccount(record.id))),
    loan,
    open:
      contract === null || position === null
        ? null
        : { position, contract, ticks: prices[lastFeedOf(spec, instrumentOf(contract))] as number },
  };
}
