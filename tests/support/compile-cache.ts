import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Every store, backtest, exchange and product of a test begins with a thread or a process that Node loads our TypeScript into: stripping
 * it is more than half of what an empty store costs. Kept by content, for everything that this process starts from now on.
 */
export function keepCompiled(): void {
  process.env.NODE_COMPILE_CACHE ??= join(
    fileURLToPath(new URL('../..', import.meta.url)),
    'node_modules/.cache/node-compile',
  );
}
