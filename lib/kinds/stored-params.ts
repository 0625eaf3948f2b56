import { marketsOf } from '../engine/bot-feeds.ts';
import { instrumentOf, type MarketSpec } from '../money/market-spec.ts';
import { remembered, storedText, storedUnits } from '../money/stored-values.ts';
import type { EngineParamsByKind, RunnableKind } from './definitions.ts';

/**
 * The exact params of a bot as they are kept beside it: what was accepted is what it trades by, whatever becomes of the reading of
 * payloads and of fees later. One more with every change of what any kind's params are called or mean.
 */
const VERSION = 1;

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

interface StoredParams {
  readonly version: number;
  /** What prices and quantities count in, by instrument: units of a tick, of a lot, and of a contract's quanto. */
  readonly counts: Readonly<Record<string, readonly string[]>>;
  readonly params: Json;
}

/** A whole number beyond those of JSON, and a market, which is its exchange's to describe: names that no kind's params have. */
const UNITS = '$units';
const MARKET = '$market';

/** Params for the store, JSON text. `spec`: the market that they were made for, with its companions. */
export function formatParams(params: EngineParamsByKind[RunnableKind], spec: MarketSpec): string {
  const markets = byInstrument(spec);
  const instruments = new Map<object, string>([...markets].map(([instrument, market]) => [market, instrument]));
  const written = (value: unknown): Json => {
    if (typeof value === 'bigint') return { [UNITS]: `${value}` };
    if (Array.isArray(value)) return value.map(written);
    if (typeof value === 'number' && !Number.isFinite(value))
      throw new Error('params with a number that JSON cannot say');
    if (typeof value !== 'object' || value === null) return value as Json;
    const instrument = instruments.get(value);
    if (instrument !== undefined) return { [MARKET]: instrument };
    const fields = Object.entries(value).filter(([, field]) => field !== undefined);
    return Object.fromEntries(fields.map(([name, field]) => [name, written(field)]));
  };
  const counts = Object.fromEntries([...markets].map(([instrument, market]) => [instrument, countsOf(market)]));
  return JSON.stringify({ version: VERSION, counts, params: written(params) } satisfies StoredParams);
}

/**
 * The params of formatParams, on the markets as they are described today. Throws for those of a later program, and where a market counts
 * in other ticks or lots than it did: their numbers would be other prices and quantities.
 */
export function parseParams<K extends RunnableKind>(text: string, spec: MarketSpec): EngineParamsByKind[K] {
  const { version, counts, params } = JSON.parse(text) as StoredParams;
  if (version !== VERSION) throw new Error(`params of version ${version}: this program knows ${VERSION}`);
  const markets = byInstrument(spec);
  for (const [instrument, before] of Object.entries(counts)) {
    const market = markets.get(instrument);
    if (market === undefined) throw new Error(`params are about ${instrument}, which is not traded`);
    if (countsOf(market).join() !== before.join())
      throw new Error(`${instrument} counts in other ticks or lots than before`);
  }
  return restored(params, markets) as EngineParamsByKind[K];
}

/** Written into the objects of the parse, which are no larger than their fields: a copy of each would be half as large again, for every live bot. */
function restored(value: unknown, markets: ReadonlyMap<string, MarketSpec>): unknown {
  if (typeof value === 'string') return storedText(value);
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Record<string, unknown>;
  if (UNITS in fields) return storedUnits(String(fields[UNITS]));
  if (MARKET in fields) return markets.get(String(fields[MARKET]));
  for (const name of Object.keys(fields)) {
    const field = fields[name];
    fields[name] = isSmall(field) ? storedChoice(JSON.stringify(field)) : restored(field, markets);
  }
  return fields;
}

/** Whether a part of params is a choice like { type: 'equal' }: bots have the same few, and nobody writes into params. */
function isSmall(field: unknown): field is object {
  if (typeof field !== 'object' || field === null || UNITS in field || MARKET in field) return false;
  const parts = Object.values(field);
  return parts.length <= 2 && parts.every((part) => typeof part !== 'object' || (part !== null && UNITS in part));
}

const storedChoice = remembered((text) => restored(JSON.parse(text), NO_MARKETS));
const NO_MARKETS: ReadonlyMap<string, MarketSpec> = new Map();

function byInstrument(spec: MarketSpec): ReadonlyMap<string, MarketSpec> {
  return new Map(marketsOf(spec).map((market) => [instrumentOf(market), market]));
}

function countsOf({ tickUnits, lotUnits, contract }: MarketSpec): readonly string[] {
  return [tickUnits, lotUnits, ...(contract === undefined ? [] : [contract.quantoUnits])].map(String);
}
