import type { BotMachine, EngineSink, MarketView } from '#lib/engine/machine.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { futuresRecorder } from './engine-futures-scenario.ts';
import { goLive, type Scenario, startMachine, viewOfMarkets } from './engine-markets-scenario.ts';

/** How machines of a kind of several markets are made and read back. */
export interface MarketsHouse<P> {
  create(params: P, view: MarketView, sink: EngineSink): BotMachine;
  restore(params: P, snapshot: unknown, view: MarketView, sink: EngineSink): BotMachine;
}

/** One that is stored and read back at its `at`-th price trades, says and holds what one does that never was. */
export function checkReadBack<P extends { readonly spec: MarketSpec }>(
  { create, restore }: MarketsHouse<P>,
  scenario: Scenario<P>,
  refine: number,
  seed: number,
  at: number,
): void {
  const whole = startMachine(create, scenario);
  const ahead = goLive(whole.machine, scenario.columns, refine, seed);
  while (ahead.step());
  const { machine, record } = startMachine(create, scenario);
  const live = goLive(machine, scenario.columns, refine, seed);
  const { sink, ...later } = futuresRecorder();
  let points = 0;
  live.afterPoint = () => {
    points += 1;
    if (points !== at) return;
    const snapshot = JSON.stringify(machine.snapshot());
    const restored = restore(scenario.params, JSON.parse(snapshot), viewOfMarkets(scenario), sink);
    expect(JSON.stringify(restored.snapshot())).toBe(snapshot);
    live.replace(restored);
  };
  while (live.step());
  expect([...record.fills, ...later.fills]).toEqual(whole.record.fills);
  expect([...record.orders, ...later.orders]).toEqual(whole.record.orders);
  expect([...record.cash, ...later.cash]).toEqual(whole.record.cash);
  expect(live.machine.snapshot()).toEqual(whole.machine.snapshot());
}
