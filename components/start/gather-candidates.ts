import { instrumentOfBot } from '#components/bots/bot-instrument.ts';
import { creatorName } from '#components/bots/creator-name.ts';
import { isAdvised, isBetter } from '#components/create/ai-parameters.ts';
import { askAi } from '#components/create/ask-ai.ts';
import { AI_CYCLES } from '#components/create/use-ai-found.ts';
import { listQuery } from '#components/discovery/recommended-pages.ts';
import type { AnyDefinition } from '#components/form/any-definition.ts';
import { feeSaid, withFuturesFee } from '#components/form/use-strategy-fee.ts';
import { Refused } from '#lib/client/failures.ts';
import { contractRow, specOf } from '#lib/client/market-rows.ts';
import { fetchOk } from '#lib/client/use-call.ts';
import type { RecommendedItem } from '#lib/contract/strategy.ts';
import { isOutage } from '#lib/contract/vocabulary.ts';
import { isMadeOn, offeredKinds } from '#lib/kinds/catalogue.ts';
import { definitionOf, type RunnableKind } from '#lib/kinds/definitions.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { type MarketSpec, marketKindOf, parseTicks } from '#lib/money/market-spec.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import { type Candidate, type CandidateFacts, candidateOf, type Origin } from './candidate.ts';

/** Public bots whose parameters are looked at: the first of the ranking. */
const MOST_BOTS = 6;

export interface Gathered {
  readonly candidates: readonly Candidate[];
  /** AI parameters that were graded D, which are never proposed (H51). */
  readonly graded: number;
  /** Those that their exchange does not grade: not proposed either. */
  readonly ungraded: number;
  /** How many were left out because they take more than the amount, and the least that one of them takes (units of the quote). */
  readonly tooSmall: number;
  readonly least: bigint | null;
}

/** What was found for one form, before it is looked at with the visitor's amount. */
interface Found {
  readonly id: string;
  readonly origin: Origin;
  readonly kind: RunnableKind;
  readonly spec: MarketSpec;
  readonly typed: FormValues;
}

/** A refusal is an answer – there is none –; no answer at all is not. */
async function orNone<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Refused && !isOutage(error.code)) return null;
    throw error;
  }
}

/**
 * Kinds that a newcomer can read. Rules of indicators are no first bot – and where none of them holds now, moves of the price say
 * nothing of it –, and several markets are no view of one.
 */
function isSimple(kind: string): boolean {
  const { trades, usesConditions } = factsOf(kind);
  return trades === 'market' && !usesConditions;
}

/** The market and its USDT contract, as far as the exchange has them. */
async function specsOf(market: string): Promise<readonly MarketSpec[]> {
  const [markets, contracts] = await Promise.all([
    fetchOk('markets', {}),
    orNone(fetchOk('futuresContracts', { query: { settle: 'usdt' } })),
  ]);
  const row = markets.data?.find((one) => one.market === market);
  const contract = contracts?.futures_contracts_data.find(({ name }) => name === market);
  return [row, contract === undefined ? undefined : contractRow(contract, 'USDT')].flatMap(
    (one) => (one === undefined ? null : specOf(one)) ?? [],
  );
}

/** The better of both windows for every kind and variant on these markets; how many were graded D alone, or not at all. */
async function aiFound(kinds: readonly RunnableKind[], specs: readonly MarketSpec[]) {
  const wanted = specs.flatMap((spec) =>
    kinds
      .filter((kind) => isMadeOn(kind, spec.contract === undefined ? 'trade' : 'futures'))
      .flatMap((kind) => {
        const definition: AnyDefinition = definitionOf(kind);
        const { variants } = definition.ai;
        return (variants?.values ?? ['']).map((variant) => ({ definition, spec, variant, field: variants?.field }));
      }),
  );
  const answers = await Promise.all(
    wanted.map(async ({ definition, spec, variant, field }): Promise<Found | 'D' | '' | null> => {
      const both = await Promise.all(AI_CYCLES.map((cycle) => askAi(definition, spec, cycle, variant)));
      const [first, ...others] = both.filter((one) => one !== null);
      if (first === undefined) return null;
      const best = others.reduce((better, one) => (isBetter(one, better) ? one : better), first);
      if (!isAdvised(best)) return best.judged.grade === '' ? '' : 'D';
      const start: FormValues = { ...definition.defaults(spec), ...(field === undefined ? {} : { [field]: variant }) };
      // As the form's own fields would be typed in, one after the other.
      const typed = best.changes.reduce((values, [name, value]) => definition.reduce(values, name, value, spec), start);
      const { kind } = definition;
      const id = `ai ${kind} ${variant} ${marketKindOf(spec)}`;
      return { id, origin: { by: 'ai', judged: best.judged }, kind, spec, typed };
    }),
  );
  return {
    found: answers.filter((one) => one !== null && one !== 'D' && one !== ''),
    graded: answers.filter((one) => one === 'D').length,
    ungraded: answers.filter((one) => one === '').length,
  };
}

/** Running public bots of the market whose parameters are open, by their rank. */
async function botsFound(market: string, specs: readonly MarketSpec[]): Promise<readonly Found[]> {
  const list = await orNone(fetchOk('recommendList', { query: listQuery('all', 'default', 1, { market }) }));
  const running = (list?.data ?? []).filter(
    ({ finish_time, strategy_type }) => (finish_time ?? 0) === 0 && isSimple(strategy_type),
  );
  const found = await Promise.all(running.slice(0, MOST_BOTS).map((item) => botFound(item, specs)));
  return found.flat();
}

async function botFound(item: RecommendedItem, specs: readonly MarketSpec[]): Promise<readonly Found[]> {
  const { strategy_id, strategy_type: kind, user_info: owner } = item;
  const query = { strategy_id: String(strategy_id), strategy_type: kind };
  const row = (await orNone(fetchOk('strategyDetail', { query })))?.data;
  if (row?.payload === undefined) return [];
  const { market, type } = instrumentOfBot(row);
  const spec = specs.find((one) => one.market === market && marketKindOf(one) === type);
  if (spec === undefined) return [];
  const definition: AnyDefinition = definitionOf(kind);
  const typed = decoded(definition, row.payload, spec);
  if (typed === null) return [];
  const origin: Origin = {
    by: 'bot',
    strategy_id,
    anonymous: owner.anonymous,
    nickname: creatorName(owner.nickname),
    runSeconds: item.run_times,
    rate: item.rate,
  };
  return [{ id: `bot ${strategy_id}`, origin, kind, spec, typed }];
}

/** Null for what this release cannot read, as a form that is filled in with it would say. */
function decoded(
  definition: AnyDefinition,
  payload: Readonly<Record<string, unknown>>,
  spec: MarketSpec,
): FormValues | null {
  try {
    return definition.decode(payload as never, spec);
  } catch {
    return null;
  }
}

/** What each market costs now and what a kind's fills cost there, for this visitor. */
async function factsFor(kind: RunnableKind, spec: MarketSpec): Promise<CandidateFacts | null> {
  const { market } = spec;
  const [price, fee] = await Promise.all([
    orNone(fetchOk('lastPrice', { query: { symbol: market, type: marketKindOf(spec) } })),
    orNone(fetchOk('strategyFee', { query: { market, strategy_type: kind } })),
  ]);
  const lastTicks = parseTicks(spec, price?.last_price ?? '');
  if (lastTicks === null || lastTicks <= 0) return null;
  const said = feeSaid(kind, market, fee?.data);
  const own = withFuturesFee(spec, said);
  return { spec: own, lastTicks, feeRate: own.contract?.takerE8 ?? said.spot };
}

/** Everything that could be proposed on a market for an amount: AI parameters with a grade of C or better, and public bots. Rejects while the exchange does not answer. */
export async function gatherCandidates(market: string, amount: string): Promise<Gathered> {
  const [specs, announced] = await Promise.all([specsOf(market), orNone(fetchOk('capabilities', {}))]);
  const kinds = offeredKinds(announced?.data).filter(isSimple);
  const [ai, bots] = await Promise.all([aiFound(kinds, specs), botsFound(market, specs)]);
  const found = [...ai.found, ...bots];
  const facts = new Map<string, Promise<CandidateFacts | null>>();
  const candidates: Candidate[] = [];
  let tooSmall = 0;
  let least: bigint | null = null;
  for (const { id, origin, kind, spec, typed } of found) {
    const key = `${kind} ${marketKindOf(spec)}`;
    const asked = facts.get(key) ?? factsFor(kind, spec);
    facts.set(key, asked);
    const known = await asked;
    const fitting = known === null ? null : candidateOf(definitionOf(kind), typed, amount, known);
    if (fitting === null) continue;
    if ('candidate' in fitting) candidates.push({ ...fitting.candidate, id, origin });
    else {
      tooSmall += 1;
      least = least === null || fitting.needs < least ? fitting.needs : least;
    }
  }
  return { candidates, graded: ai.graded, ungraded: ai.ungraded, tooSmall, least };
}
