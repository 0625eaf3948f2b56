import { describe, expect, it } from 'vitest';
import type { AnyDefinition } from '#components/form/any-definition.ts';
import { createGridBody, runStrategyBody } from '#lib/contract/create-bodies.ts';
import { RUNNABLE_KINDS, type RunnableKind, STRATEGIES } from '#lib/kinds/definitions.ts';
import { MACHINES } from '#lib/kinds/machines.ts';
import { checkContext } from '#tests/support/spot-grid-forms.ts';
import { wireWordsOf } from '#tests/support/wire-words.ts';
import { WIRE_PAIRS } from './strategies-wire-pairs.ts';

/**
 * What a create call says is what the engine is given. Nothing here is made by what is tested: the pairs are written down. They tell every two
 * settings of a kind apart, so that no two of them can change places, and say every word that its call takes.
 */

const pairsOf = (kind: RunnableKind) =>
  WIRE_PAIRS[kind].map(({ params, ...pair }) => ({ ...pair, params: Object.entries(params) }));

/** All kinds by conditions are one engine, and say together what there is to say. */
const alike = (kind: RunnableKind) =>
  RUNNABLE_KINDS.filter((other) => MACHINES[other].engine === MACHINES[kind].engine).flatMap(pairsOf);

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}n` : part));

/** What is the same in all bots of a kind, whatever they are created with. */
const CONSTANT: Readonly<Partial<Record<RunnableKind, readonly string[]>>> = {
  spot_grid: ['spec'],
  futures_grid: ['spec'],
  margin_grid: [
    'spec',
    'trailUpLimitTicks',
    'trailDownLimitTicks',
    'momentumE8',
    'hourlyInterestE8',
    'forcedCloseRatioE8',
  ],
  infinite_grid: ['spec'],
  martingale: ['spec', 'side', 'leverage', 'firstSize'],
  'contract-martingale': ['spec', 'stepType'],
  'spot-future-arbitrage': ['spec', 'contract'],
};

/** Words of calls that no engine is given: names, visibility, who asks and who pays – and what is refused (B10). */
const NOT_GIVEN = [
  ...['strategy_type', 'bot_type', 'uid', 'user_id', 'fundpass', 'strategy_name', 'abstract', 'follow_fee_rate'],
  ...['is_hide', 'is_hide_order', 'param_source', 'is_ai', 'use_experience', 'fee'],
];
/** What one kind's shape has and another of the same shape takes alone. */
const OF_ANOTHER: Readonly<Partial<Record<RunnableKind, readonly string[]>>> = {
  margin_grid: ['stop_upward_price', 'stop_downward_price', 'moving_average_momentum'],
  martingale: ['leverage', 'side', 'size'],
  'contract-martingale': ['price_step_type', 'exchange'],
};

function wordsOf(kind: RunnableKind): readonly string[] {
  const { body, params } = wireWordsOf(kind);
  const unsaid = [...NOT_GIVEN, ...(OF_ANOTHER[kind] ?? [])];
  return (params.length > 0 ? params : body).filter((word) => !unsaid.includes(word));
}

const isSaid = (value: unknown): boolean => value !== undefined && value !== '';

describe.each(RUNNABLE_KINDS)('what a %s is created with', (kind) => {
  const definition: AnyDefinition = STRATEGIES[kind];
  const pairs = WIRE_PAIRS[kind].map((pair, index) => ({ ...pair, index }));

  it.each(pairs)('is what its engine is given ($index)', ({ spec, feeRate, payload, params }) => {
    const body = 'params' in payload ? runStrategyBody : createGridBody;
    expect(body.parse(payload)).toEqual(payload);
    const issues = definition.check(
      definition.decode(payload, spec),
      checkContext({ spec, feeRate, phase: 'exchange' }),
    );
    expect(issues.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(definition.params(payload, spec, feeRate)).toStrictEqual(params);
  });

  it('is all said in these pairs, in more than one way, and never as another setting is', () => {
    const all = alike(kind);
    const said = new Set(
      all.flatMap(({ payload }) => {
        const words = 'params' in payload ? payload.params : payload;
        return Object.entries(words).flatMap(([word, value]) => (isSaid(value) ? [word] : []));
      }),
    );
    expect(wordsOf(kind).filter((word) => !said.has(word))).toEqual([]);
    const values = new Map<string, string[]>();
    for (const { params } of all) {
      for (const [name, value] of params) values.set(name, [...(values.get(name) ?? []), textOf(value)]);
    }
    const constant = [...values].filter(([, each]) => new Set(each).size === 1).map(([name]) => name);
    expect(constant.toSorted()).toEqual((CONSTANT[kind] ?? []).toSorted());
    const told = [...values].filter(([name]) => !constant.includes(name)).map(([, each]) => each.join());
    expect(new Set(told).size).toBe(told.length);
  });
});
