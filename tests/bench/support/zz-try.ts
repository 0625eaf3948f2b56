import { rmSync } from 'node:fs';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { storeOfGrids } from './many-grids.ts';

const [folder, count, at] = process.argv.slice(2) as [string, string, string];
rmSync(folder, { recursive: true, force: true });
const t = performance.now();
await storeOfGrids(
  folder,
  createSimulatedFeed({ seed: 'bench' }),
  Number(count),
  Number(at),
  process.argv[5] === 'old',
);
console.log('built', (performance.now() - t) / 1000);
