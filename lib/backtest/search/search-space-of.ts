import { definitionOf, type RunnableKind } from '../../kinds/definitions.ts';
import { historyMinutes } from '../../kinds/history-need.ts';
import { formatAmount } from '../../money/amount.ts';
import { instrumentOf, type MarketSpec } from '../../money/market-spec.ts';
import type { AiFacts } from '../../strategies/ai/ai-search.ts';
import { candidateCount, type HeldShare, ITS_OWN_COIN, type Shape, shapeOf } from '../../strategies/ai/search-axes.ts';
import type { FormValues } from '../../strategies/definition.ts';
import { typedParams } from '../../strategies/typed-params.ts';
import { MINUTE_MS } from '../../time/durations.ts';
import type { SearchSpace } from './search-space.ts';

/** What is searched for: plain values, so that it can be sent to a worker. */
export interface SearchRequest extends AiFacts {
  readonly kind: RunnableKind;
  /** Value of the kind's variant field; '' where it has none. */
  readonly variant: string;
}

/** Invested in every candidate, in the asset that the bots of a market invest: large enough for the largest grid, small against the book. */
const INVESTMENTS: Readonly<Record<string, bigint>> = { USDT: 1_000_000_000_000n, BTC: 100_000_000n };
/** Indicators look back on the same K-lines at any price. */
const SOME_TICKS = 1_000_000;

/** The market as bots of the kind are searched on it, with the others that they trade beside it; null where they are not. */
export function searchedSpec(kind: RunnableKind, spec: MarketSpec, markets: readonly MarketSpec[]): MarketSpec | null {
  const { ai } = definitionOf(kind);
  if (ai.companions === undefined) return spec;
  const companions = ai.companions(spec, markets);
  if (companions === null) return null;
  return { ...spec, companions: Object.fromEntries(companions.map((one) => [instrumentOf(one), one])) };
}

/** What a found shape types into the form of a bot that starts at `startTicks`; null where the exchange would refuse it now. */
export function typedBy(request: SearchRequest, shape: Shape, startTicks: number): FormValues | null {
  return definitionOf(request.kind).ai.values(shape, startTicks, request);
}

/** The candidates of a request. Throws for a market in an asset that nothing is known about. */
export function spaceOf(request: SearchRequest): SearchSpace {
  return spaceOfKind(request.kind, request);
}

function spaceOfKind<K extends RunnableKind>(kind: K, request: SearchRequest): SearchSpace<K> {
  const { variant, spec, feeRate } = request;
  const definition = definitionOf(kind);
  const { ai } = definition;
  const investment = INVESTMENTS[spec.contract?.settle ?? spec.quote];
  if (investment === undefined) throw new Error(`No investment is set for ${spec.market}`);
  const fixed = {
    ...definition.defaults(spec),
    ...(ai.variants === undefined ? {} : { [ai.variants.field]: variant }),
    money: formatAmount(investment),
  };
  const axes = ai.axes(request, variant);
  const params: SearchSpace<K>['params'] = (shape, startTicks) => {
    const typed = ai.values(shape, startTicks, request);
    return typed === null ? null : typedParams(definition, { ...fixed, ...typed }, spec, feeRate);
  };
  const minutes = ai.looksBack === true ? longestHistory(kind, { axes, params }) : 0;
  const held = ai.held?.shares(request) ?? holdingOn(spec);
  return { kind, axes, params, historyMs: minutes * MINUTE_MS, held };
}

/** A rate in coins stands beside one in coins: of a contract that is settled in its coin, just holding has as many as before. */
function holdingOn({ contract }: MarketSpec): readonly HeldShare[] {
  return contract?.isInverse === true ? [] : ITS_OWN_COIN;
}

function longestHistory<K extends RunnableKind>(kind: K, space: Pick<SearchSpace<K>, 'axes' | 'params'>): number {
  let longest = 0;
  for (let index = 0; index < candidateCount(space); index += 1) {
    const params = space.params(shapeOf(space, index), SOME_TICKS);
    if (params !== null) longest = Math.max(longest, historyMinutes(kind, params));
  }
  return longest;
}
