import { expect, it } from 'vitest';
import type { BotMachine } from '#lib/engine/machine.ts';
import { liquidationGapE8 } from '#lib/formulas/liquidation-distance.ts';
import { forcedCloseRisk } from '#server/exchange/handlers/forced-close-risk.ts';
import { FINE } from '../property/engine-scenario.ts';
import { openTestExchange } from './exchange-fixture.ts';
import { shownActions, startKind } from './exchange-kind-bodies.ts';
import { PLAIN_CONTRACT } from './futures-fixture.ts';
import { temporaryFolder } from './store-fixture.ts';

/** How near a forced close is after a change is said with its plan (M-190, M-202). */

const machineWith = (held: number, short = false): BotMachine =>
  ({
    liquidations: () => ({
      long: short ? null : { held, full: held },
      short: short ? { held, full: held } : null,
    }),
  }) as unknown as BotMachine;

it.each([
  [9_900, 'liquidation-at-hand'],
  [9_899, 'liquidation-near'],
  [9_700, 'liquidation-near'],
  [9_699, undefined],
  // The price is past it: it is closed with the next one that is seen.
  [10_400, 'liquidation-at-hand'],
])('a forced close at %i of 10,000 is %s, from either side (M-190, M-202)', (ticks, warning) => {
  const expected = warning === undefined ? [] : [warning];
  expect(forcedCloseRisk({ spec: FINE }, machineWith(ticks), [10_000]).warnings).toEqual(expected);
  expect(forcedCloseRisk({ spec: FINE }, machineWith(20_000 - ticks, true), [10_000]).warnings).toEqual(expected);
});

it('has a distance: of the nearest one, from either side, below 0 past it, and none where there is none (M-202)', () => {
  expect(liquidationGapE8(10_000n, { long: 9_700n, short: 10_200n })).toBe(2_000_000n);
  expect(liquidationGapE8(10_000n, { long: 9_900n, short: 10_200n })).toBe(1_000_000n);
  expect(liquidationGapE8(30_000n, { long: 29_999n, short: null })).toBe(3_333n);
  expect(liquidationGapE8(10_000n, { long: 10_400n, short: 20_000n })).toBe(-4_000_000n);
  expect(liquidationGapE8(10_000n, { long: null, short: null })).toBeNull();
  expect(liquidationGapE8(0n, { long: 1n, short: null })).toBeNull();
});

it('is measured from the mark price of a contract, and said of none that cannot be closed by force', () => {
  expect(forcedCloseRisk({ spec: PLAIN_CONTRACT }, machineWith(990), [2_000, 1_000]).warnings).toEqual([
    'liquidation-at-hand',
  ]);
  expect(forcedCloseRisk({ spec: FINE }, {} as BotMachine, [1])).toEqual({});
});

it.each([
  ['10', ['liquidation-near']],
  ['3', []],
])(
  'of a margin grid of %s times its money is where it stands afterwards, and warns where that is near',
  async (leverage, warnings) => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const id = await startKind(exchange, who, 'margin_grid', { leverage });
    await exchange.pass(3_600_000, 60_000);
    const plan = await exchange.send('investPlan', { who, path: { id }, body: { money: '500' } });
    expect(plan.data.warnings).toEqual(warnings);
    const [{ actions }] = plan.data.plans;
    const body = { money: '500', actions: shownActions(actions), fundpass: 'paper-fund' };
    expect(await exchange.send('changeGridParams', { who, path: { id }, body })).toMatchObject({ code: 200 });
    const query = { strategy_id: id, strategy_type: 'margin_grid' };
    const row = (await exchange.send('strategyDetail', { who, query })).data;
    expect(Number(row.liq_price)).toBeGreaterThan(0);
    expect([plan.data.liquidation.held_liq_price, plan.data.liquidation.liq_price]).toContain(row.liq_price);
    await exchange.kill();
  },
);
