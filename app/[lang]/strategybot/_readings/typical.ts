import { cache } from 'react';
import { hasSaid } from '#components/discovery/foreign-list.ts';
import type { TypicalRow } from '#lib/contract/ai-calls.ts';
import { isCreatable, isMadeOn } from '#lib/kinds/catalogue.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { readFigures } from '../../_readings/read-figures.ts';
import { notKnown, optional } from './optional.ts';

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

/** The markets of the exchange, and its contracts; null: it does not say now. */
const readMarketNames = cache(async () => {
  const contractsOf = (settle: 'usdt' | 'btc') =>
    optional(
      readFigures('futuresContracts', { query: { settle } }).then((reply) => ({ data: reply.futures_contracts_data })),
    );
  const [spot, usdt, btc] = await Promise.all([
    optional(readFigures('markets')),
    contractsOf('usdt'),
    contractsOf('btc'),
  ]);
  return {
    spot: spot === null ? null : new Set(spot.map(({ market }) => market)),
    contracts: usdt === null || btc === null ? null : new Set([...usdt, ...btc].map(({ name }) => name)),
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
