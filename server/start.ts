import { assertPortIsFree } from './port-is-free.ts';
import { productOf } from './product.ts';
import { readEnv } from './settings/env.ts';
import { makeDataFolder } from './settings/make-data-folder.ts';
import { supervise } from './supervisor.ts';

/** `npm start`: the paper exchange (unless UPSTREAM_URL is set) and the built web product. `npm run web`: the latter alone. */
try {
  const { HOST, PORT, DATA_DIR, UPSTREAM_URL } = readEnv(process.env);
  if (process.argv[2] === 'web' && UPSTREAM_URL === undefined)
    throw new Error('UPSTREAM_URL is not set: npm run web needs an exchange that runs elsewhere, npm start brings one');
  await assertPortIsFree(HOST, PORT);
  makeDataFolder(DATA_DIR);
  process.exitCode = await supervise(productOf('start', { ...process.env, NODE_ENV: 'production' }));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
