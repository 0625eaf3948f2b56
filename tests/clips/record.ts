import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildIfStale, createBuiltProduct } from '#tests/support/built-product.ts';
import { RECORDED_AT, SHIFT_NAME } from './shift-clock.ts';

/**
 * `npm run clips`: records the clips of the guides anew (public/clips), from the product as it is built now, on its own exchange, at the moment and
 * with the seed that clips have. Arguments go to Playwright: `npm run clips -- --grep "margin_grid"`.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));

if (spawnSync('ffmpeg', ['-version'], { stdio: 'ignore' }).status !== 0) {
  console.log('ffmpeg writes the clips, and is not there: apt-get install ffmpeg');
  process.exit(1);
}
buildIfStale();
const shiftMs = RECORDED_AT - Date.now();
const preload = join(root, 'tests/clips/shift-clock.ts');
const product = await createBuiltProduct({
  DEMO_BOTS: '1',
  NODE_OPTIONS: `--import=${preload}`,
  [SHIFT_NAME]: String(shiftMs),
});
try {
  await product.start();
  const child = spawn('playwright', ['test', '-c', 'tests/clips/playwright.config.ts', ...process.argv.slice(2)], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, BASE_URL: product.url, [SHIFT_NAME]: String(shiftMs) },
  });
  process.exitCode = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
} finally {
  await product.discard();
}
