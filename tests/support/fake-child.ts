import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';

/**
 * A child for the supervisor's tests: writes what happens to it into a file. `fake-child.ts <name> <file> [stubborn]`.
 * It starts a process of its own, as Next does; a stubborn one does not end at SIGTERM.
 */
const [name = '', file = '', manner = ''] = process.argv.slice(2);
const note = (what: string) => appendFileSync(file, `${name} ${what}\n`);

// Ends by itself where a test leaves it behind.
const grandchild = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { stdio: 'ignore' });
note(`pid ${process.pid}`);
note(`pid ${grandchild.pid}`);
process.on('SIGTERM', () => {
  note('stopping');
  if (manner === 'stubborn') return;
  note('stopped');
  process.exit(0);
});
setInterval(() => {}, 1_000);
note('ready');
process.send?.({ ready: true, port: 4_242 });
