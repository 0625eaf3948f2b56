import { fileURLToPath } from 'node:url';
import { buildIfStale, createBuiltProduct } from '#tests/support/built-product.ts';
import { linkedPages } from './support/linked-pages.ts';
import { compareLoads, measureLoad } from './support/measure-load.ts';
import { startNextApp } from './support/next-app.ts';

/** The public pages of the running product against a bare prerendered page of the same Next on the same machine. */

const SECONDS = 3;
const ROUNDS = 5;

const root = fileURLToPath(new URL('../..', import.meta.url));
const BARE_PAGE = 'export default function Page() { return <main>Hello</main>; }';

async function publicPages(): Promise<Record<string, unknown>> {
  buildIfStale();
  const bare = await startNextApp({
    name: 'bare',
    copied: [],
    files: {
      'app/page.jsx': BARE_PAGE,
      'package.json': '{"type":"module"}',
      'next.config.mjs': `export default { turbopack: { root: ${JSON.stringify(root)} } };`,
    },
    env: {},
  });
  const product = await createBuiltProduct();
  try {
    await product.start();
    const figures: Record<string, unknown> = {};
    const pages = await linkedPages(product.url);
    for (const [page, path] of Object.entries(pages)) {
      const ours = (seconds: number) => measureLoad(product.url + path, seconds);
      const theirs = (seconds: number) => measureLoad(bare.url, seconds);
      await ours(1);
      await theirs(1);
      const { left, right, ratio } = await compareLoads(
        () => ours(SECONDS),
        () => theirs(SECONDS),
        ROUNDS,
      );
      figures[page] = {
        rate: Math.round(left.rate),
        bareRate: Math.round(right.rate),
        ratio,
        p99Ms: left.p99Ms,
        bytes: Math.round(left.bytes / left.requests),
      };
    }
    return { size: Object.keys(pages).length, seconds: SECONDS, ...figures, target: 0.5 };
  } finally {
    await bare.stop();
    await product.discard();
  }
}

export const benches = [{ name: 'public-pages', run: publicPages }] as const;
