import { readEnv } from './env.ts';
import { assertPortIsFree } from './port-is-free.ts';

/** Of `npm run up`, before it builds: whether the settings can be read and the port is free. One line when not. */
try {
  const { HOST, PORT } = readEnv({ ...process.env, NODE_ENV: 'production' });
  await assertPortIsFree(HOST, PORT);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
