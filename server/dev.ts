import { productOf } from './product.ts';
import { supervise } from './supervisor.ts';

/** `npm run dev`: the paper exchange (unless UPSTREAM_URL is set) and Next compiling as one works. */
try {
  process.exitCode = await supervise(productOf('dev', { ...process.env, NODE_ENV: 'development' }));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
