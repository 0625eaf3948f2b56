import { cache } from 'react';
import { hasSaid, NOT_KNOWN_THERE } from '#components/discovery/foreign-list.ts';
import { TYPICAL_DAYS } from '#lib/backtest/search/typical-replay.ts';
import type { TypicalRow } from '#lib/contract/ai-calls.ts';
import { isGoodCode } from '#lib/contract/vocabulary.ts';
import { listText } from '#lib/i18n/date-text.ts';
import type { Language } from '#lib/i18n/languages.ts';
import { isCreatable, isMadeOn } from '#lib/kinds/catalogue.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { readFigures } from '../../_readings/read-figures.ts';
import { notKnown } from './optional.ts';

const MARKET = /^[A-Z0-9]{1,12}_[A-Z0-9]{1,12}$/;

export function isMarketName(text: string | undefined): text is string {
  return text !== undefined && MARKET.test(text);
}

/** What the exchange says of typical bots; null: nothing now. */
const readReplays = cache((kind: string | null, market: string | null) => {
  const query = {
    ...(kind !== null && isCreatable(kind) ? { strategy_type: kind } : {}),
    ...(market === null ? {} : { market }),
  };
  return readFigures('typicalReplays', { query }).catch(notKnown);
});

/** Where typical bots of a kind, on a market, or both have been replayed; spot first, in the order of names. None while the exchange does not say, or has no such call. */
export const readTypical = cache(async (kind: string | null, market: string | null): Promise<readonly TypicalRow[]> => {
  const rows = (await readReplays(kind, market))?.data ?? [];
  const order = ({ strategy_type, market: name, instrument_type }: TypicalRow) =>
    `${strategy_type} ${name} ${instrument_type === 'spot' ? 0 : instrument_type}`;
  return [...rows].sort((a, b) => (order(a) < order(b) ? -1 : 1));
});

/** Whether the exchange says what typical bots did, or that it does not know. */
export async function isTypicalSaid(kind: string | null, market: string | null): Promise<boolean> {
  return hasSaid(await readReplays(kind, market));
}

/** Whether there may be figures of typical bots: what is not known now is not empty, and a search engine would forget the page for weeks. */
export async function mayHaveTypical(kind: string | null, market: string | null): Promise<boolean> {
  return (await readTypical(kind, market)).length > 0 || !(await isTypicalSaid(kind, market));
}

/** What rows have figures of: the longest period, and all of them in words. While there are none, those that a bot is replayed over. */
export function replayedOver(rows: readonly Pick<TypicalRow, 'windows'>[], language: Language) {
  const known = [...new Set(rows.flatMap(({ windows }) => windows.map(({ days }) => days)))].sort((a, b) => a - b);
  const periods: readonly number[] = known.length === 0 ? TYPICAL_DAYS : known;
  return { days: Math.max(...periods), periods: listText(periods.map(String), language, 'long') };
}

/** Names in a list of the exchange: none where it has no such list (of contracts, say); null: it does not say now. */
async function namesIn<Reply extends { readonly code: number }>(
  reading: Promise<Reply>,
  namesOf: (reply: Reply) => readonly string[],
): Promise<readonly string[] | null> {
  const reply = await reading.catch(notKnown);
  if (reply === null) return null;
  // A refusal has no list in it.
  if (isGoodCode(reply.code)) return namesOf(reply);
  return NOT_KNOWN_THERE.has(reply.code) ? [] : null;
}

/** The markets of the exchange, and its contracts; null: it does not say now. */
const readMarketNames = cache(async () => {
  const contractsOf = (settle: 'usdt' | 'btc') =>
    namesIn(readFigures('futuresContracts', { query: { settle } }), ({ futures_contracts_data: contracts }) =>
      contracts.map(({ name }) => name),
    );
  const [spot, usdt, btc] = await Promise.all([
    namesIn(readFigures('markets'), ({ data = [] }) => data.map(({ market }) => market)),
    contractsOf('usdt'),
    contractsOf('btc'),
  ]);
  return {
    spot: spot === null ? null : new Set(spot),
    contracts: usdt === null || btc === null ? null : new Set([...usdt, ...btc]),
  };
});

/** Whether bots (of a kind) can be made on a market; null while the exchange does not say. */
export async function isTradedHere(market: string, kind: RunnableKind | null): Promise<boolean | null> {
  const { spot, contracts } = await readMarketNames();
  const on = [
    ...(kind === null || isMadeOn(kind, 'trade') ? [spot] : []),
    ...(kind === null || isMadeOn(kind, 'futures') ? [contracts] : []),
  ];
  if (on.some((names) => names?.has(market) === true)) return true;
  return on.includes(null) ? null : false;
}
