import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { supervise } from '#server/supervisor.ts';

/** The supervisor over two fake children: `fake-product.ts <file> [manner of the web server]`. */
const [file = '', manner = ''] = process.argv.slice(2);
const child = fileURLToPath(new URL('./fake-child.ts', import.meta.url));
const watch = new URL('../../server/watch-parent.ts', import.meta.url).href;

process.exitCode = await supervise({
  exchange: (port) => ({
    name: 'exchange',
    args: ['--import', watch, child, port === null ? 'exchange' : `exchange-${port}`, file],
    env: process.env,
  }),
  web: (port) => ({ name: 'web', args: ['--import', watch, child, `web-${port}`, file, manner], env: process.env }),
  webIsUp: async (signal) => {
    while (!signal.aborted && !readFileSync(file, 'utf8').includes('web-4242 ready')) await delay(10);
  },
  announce: () => void process.stdout.write('up\n'),
  complain: (line) => void process.stdout.write(`${line}\n`),
});
