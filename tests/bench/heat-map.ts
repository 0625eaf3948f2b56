import { performance } from 'node:perf_hooks';
import { heatMapCells } from '#lib/backtest/search/heat-map.ts';
import { spaceOf } from '#lib/backtest/search/search-space-of.ts';
import { gridLines } from '#lib/formulas/grid-levels.ts';
import { everyGridEarns } from '#lib/formulas/grid-return.ts';
import type { SpotGridParams } from '#lib/kinds/spot-grid/params.ts';
import { BENCH_SPEC, benchMonth } from './support/search-month.ts';

const RUNS = 5;
/** The first row. */
const FIRST_CELLS = 5;

/** A heat map from candles to the last cell, cold (the first one a visitor sees) and warm. */
export const benches = [
  {
    name: 'heat-map',
    run: () => {
      const space = spaceOf({ kind: 'spot_grid', variant: '', spec: BENCH_SPEC, feeRate: 25_000n });
      const template = space.params(
        { width: 0.1, below: 0.5, grids: 10, spacing: 0 },
        600_000,
      ) as SpotGridParams | null;
      if (template === null) throw new Error('The template must be a grid that earns');
      const prices = { candles: benchMonth() };
      const totals: number[] = [];
      const firsts: number[] = [];
      /** Processor time: what the same takes on a machine that is not shared. */
      const busy: number[] = [];
      let cells = 0;
      for (let run = 0; run < RUNS; run += 1) {
        const began = performance.now();
        const used = process.cpuUsage();
        cells = 0;
        const map = heatMapCells({
          kind: 'spot_grid',
          prices,
          paramsOf: (range, gridCount) =>
            everyGridEarns(gridLines(range.lowTicks, range.highTicks, gridCount, template.spacing), template.feeRate)
              ? { ...template, ...range, gridCount }
              : null,
        });
        for (const _ of map) {
          cells += 1;
          if (cells === FIRST_CELLS) firsts.push(Math.round(performance.now() - began));
        }
        totals.push(Math.round(performance.now() - began));
        const { user, system } = process.cpuUsage(used);
        busy.push(Math.round((user + system) / 1000));
      }
      return {
        size: `${cells} cells, ${prices.candles.open.length} candles`,
        coldMs: totals[0],
        coldFirstMs: firsts[0],
        coldCpuMs: busy[0],
        warmMs: totals[RUNS - 1],
        warmFirstMs: firsts[RUNS - 1],
        warmCpuMs: busy[RUNS - 1],
        target: '200 cells ≤ 500 ms, first cells ≤ 100 ms',
      };
    },
  },
] as const;
