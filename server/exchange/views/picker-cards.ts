import type { ParsedQueryOf } from '#lib/contract/contract.ts';
import type { StrategyType } from '#lib/contract/vocabulary.ts';
import { annualisedRateE8 } from '#lib/formulas/annualised.ts';
import { pagesByProvider } from '#lib/formulas/provider-pages.ts';
import { isMadeOn } from '#lib/kinds/catalogue.ts';
import { RUNNABLE_KINDS } from '#lib/kinds/definitions.ts';
import { KIND_FACTS } from '#lib/kinds/facts.ts';
import { instrumentOf } from '#lib/money/market-spec.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { BotBook } from '../bots/bot-book.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import type { MarketFeed } from '../market/feed.ts';
import { inPieces } from './in-pieces.ts';
import { keptForList } from './kept-for-list.ts';
import type { PublicIndex } from './public-index.ts';
import { placeOf, quietReason } from './quiet-reason.ts';
import type { Ranked } from './ranking.ts';
import { rateText, runSeconds } from './strategy-row.ts';
import { isListed } from './visibility.ts';

/** Classes of the picker in their order (C-034, C-035). */
export const CLASSES = ['grid', 'average-cost', 'passive-arbitrage', 'expert'] as const;
/** Cards of the popular block. */
const HOT_COUNT = 6;

export interface PickerParts {
  readonly index: Pick<PublicIndex, 'ranked'>;
  readonly book: Pick<BotBook, 'inMemory' | 'followersOf'>;
  readonly feed: Pick<MarketFeed, 'lastTicks'>;
  readonly accounts: Pick<Accounts, 'byId'>;
}

/** What a picker shows before anybody chooses: the popular bots, and how each kind is doing. */
export type PickerCards = ReturnType<typeof pickerCards>;

export function pickerCards(parts: PickerParts) {
  const { index, book, feed } = parts;
  const medians = keptForList<bigint | null>();
  return {
    /** Popular bots of the spot page or the futures page: what has ended cannot be copied, what stands still is not what people look for, and what was hidden since it was ranked is nobody's business. */
    async hot({ market_kind }: ParsedQueryOf<'hotStrategies'>, nowMs: number) {
      const isOnContract = market_kind === 'futures';
      const isQuiet = (bot: LiveBot) => quietReason(bot, placeOf(feed, bot, nowMs), nowMs) !== '';
      const isBusy = ({ bot }: Ranked): boolean => {
        const living = book.inMemory(bot.record.id);
        return living !== undefined && isListed(living.record) && !isQuiet(living);
      };
      const ranked = await index.ranked({ isOnContract, onlyLiving: true }, 'default', nowMs);
      return (await bestPerMarket(ranked, isBusy)).flatMap((best) => hotCard(best, parts, nowMs));
    },
    /** Classes with their kinds and how these are doing, on one market where one is named. */
    classes({ market_kind, symbol }: ParsedQueryOf<'strategyClass'>, nowMs: number) {
      const isOnContract = market_kind === 'futures';
      const kinds = RUNNABLE_KINDS.filter((kind) => isMadeOn(kind, isOnContract ? 'futures' : 'trade'));
      const card = async (kind: StrategyType) => {
        const onMarket = symbol === undefined ? {} : { market: symbol };
        const bots = await index.ranked({ kind, isOnContract, ...onMarket }, 'default', nowMs);
        const follow = bots.reduce((sum, { bot }) => sum + book.followersOf(bot.record.id), 0);
        return {
          strategy_type: kind,
          follow_num: follow,
          year_pft_rate: rateText(medians.of(bots, '', () => medianAnnualised(bots, nowMs))),
        };
      };
      const cards = CLASSES.map(async (name) => {
        const list = kinds.filter((kind) => KIND_FACTS[kind].pickerClass === name).map(card);
        return { class: name, list: await Promise.all(list) };
      });
      return Promise.all(cards);
    },
  };
}

/** The best of each market that are as wanted, at most two of a provider. */
async function bestPerMarket(
  ranked: readonly Ranked[],
  isWanted: (entry: Ranked) => boolean,
): Promise<readonly Ranked[]> {
  const markets = new Map<string, Ranked>();
  for (const entry of ranked) {
    const instrument = instrumentOf(entry.bot.spec);
    if (!markets.has(instrument) && isWanted(entry)) markets.set(instrument, entry);
  }
  return (await inPieces(pagesByProvider(markets.values(), HOT_COUNT, ({ bot }) => bot.record.ownerId)))[0] ?? [];
}

function hotCard({ bot, figures }: Ranked, { book, accounts }: PickerParts, nowMs: number) {
  const record = book.inMemory(bot.record.id)?.record;
  if (record === undefined) return [];
  const card = {
    strategy_type: record.kind,
    name: record.name,
    desc: record.abstract,
    market: record.market,
    follow_num: book.followersOf(record.id),
    year_pft_rate: rateText(annualisedRateE8(figures.rateE8, runSeconds(bot, nowMs))),
    strategy_id: record.id,
    anonymous: accounts.byId(record.ownerId)?.anonymous,
  };
  return [card];
}

/** Middle annualised rate of the listed bots, ended ones among them, in 1e-8; null (which cards show as '--') without any. */
function medianAnnualised(bots: readonly Ranked[], nowMs: number): bigint | null {
  const rates = BigInt64Array.from(
    bots.flatMap(({ bot, figures }) => annualisedRateE8(figures.rateE8, runSeconds(bot, nowMs)) ?? []),
  ).sort();
  return rates[Math.floor(rates.length / 2)] ?? null;
}
