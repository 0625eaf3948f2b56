import { assertPortIsFree } from './port-is-free.ts';
import { readEnv } from './settings/env.ts';
import { makeDataFolder } from './settings/make-data-folder.ts';

/** Of `npm run up`, before it builds: whether the settings can be read, the port is free and the data folder can be had. One line when not. */
try {
  const { HOST, PORT, DATA_DIR } = readEnv({ ...process.env, NODE_ENV: 'production' });
  await assertPortIsFree(HOST, PORT);
  makeDataFolder(DATA_DIR);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
