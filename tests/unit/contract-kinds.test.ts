import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CONTRACT } from '#lib/contract/contract.ts';
import { OWN_ROW } from '#lib/contract/kinds.ts';
import { definitionOf, RUNNABLE_KINDS } from '#lib/kinds/definitions.ts';
import { payloadParamsView } from '#server/exchange/views/bot-params-view.ts';
import { KIND_CASES } from './strategies-kind-cases.ts';

/** A kind on the wire is one file (lib/contract/kinds): what every call says of kinds is made of them. */

const CREATIONS = ['createGrid', 'runStrategy'] as const;

describe.each(RUNNABLE_KINDS)('%s', (kind) => {
  const { spec, good } = KIND_CASES[kind];
  const definition = definitionOf(kind);
  const payload = definition.encode(good, spec);
  const takes = (call: keyof typeof CONTRACT, body: object) => {
    const shape = CONTRACT[call];
    return 'body' in shape && shape.body.safeParse(body).success;
  };

  it('is created by one call, the one that its definition names', () => {
    expect(CREATIONS.filter((call) => takes(call, payload))).toEqual([definition.calls.create]);
    expect(takes(definition.calls.create, { ...payload, begin_time: 0 })).toBe(false);
  });

  it('is backtested by the same body with its dates', () => {
    const dates = { begin_time: 0, end_time: 86_400 };
    expect(takes('createBacktest', { ...payload, ...dates })).toBe(true);
    expect(takes('createBacktest', payload)).toBe(false);
    expect(takes('createBacktest', { ...payload, ...dates, nobody_knows: 1 })).toBe(false);
  });

  it('is copied by the whole of the body that it was created with (C-355)', () => {
    const { strategy_type: _kind, ...said } = payload;
    const call = definition.calls.create === 'createGrid' ? 'followGrid' : 'followStrategy';
    expect(takes(call, { ...said, follow_id: 7 })).toBe(true);
    expect(takes(call, { ...said, follow_id: 7, nobody_knows: 1 })).toBe(false);
  });
});

it('has what several kinds say differently in a copy as any of them has it', () => {
  const rows = [[{ asset: 'BTC', rate: '1' }], [{ asset: 'BTC', rate: '1', amount: '0.5' }]];
  for (const asset_info of rows) {
    const body = { follow_id: 7, params: { begin_money_amount: '100', asset_info } };
    expect(CONTRACT.followStrategy.body.safeParse(body).error).toBeUndefined();
  }
  const wrong = { follow_id: 7, params: { begin_money_amount: '100', asset_info: [{ asset: 'BTC', share: '1' }] } };
  expect(CONTRACT.followStrategy.body.safeParse(wrong).error?.issues[0]?.path).toEqual(['params', 'asset_info']);
});

it('shows each word of single kinds in the rows of some and leaves it empty in those of others', () => {
  const rows = RUNNABLE_KINDS.map((kind) => {
    const { spec, good } = KIND_CASES[kind];
    return payloadParamsView(kind, definitionOf(kind).encode(good, spec));
  });
  for (const word of Object.keys(OWN_ROW) as (keyof typeof OWN_ROW)[]) {
    expect(
      rows.some((row) => row[word] !== ''),
      word,
    ).toBe(true);
    expect(
      rows.some((row) => row[word] === ''),
      word,
    ).toBe(true);
  }
});

it('stands in a file that is called as the kind’s folder', () => {
  const folders = readdirSync('lib/kinds', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).filter((name) => !existsSync(`lib/contract/kinds/${name}.ts`))).toEqual([]);
});
