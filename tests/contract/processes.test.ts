import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const product = join(root, 'tests/support/fake-product.ts');
const folder = mkdtempSync(join(tmpdir(), 'processes-'));
const started: ChildProcess[] = [];
let count = 0;

interface Started {
  readonly process: ChildProcess;
  readonly file: string;
  readonly ended: Promise<number | null>;
  output(): string;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A zombie has ended too; it only waits to be counted by whoever adopted it.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

const lines = (file: string) => readFileSync(file, 'utf8').trim().split('\n');
const pids = (file: string) =>
  lines(file).flatMap((line) => (line.includes(' pid ') ? [Number(line.split(' ')[2])] : []));

async function start(command: readonly string[], file: string): Promise<Started> {
  // A channel, as a program of Node's gives it; npm and shells pass none on.
  const stdio = ['ignore', 'pipe', 'pipe', 'ipc'] as const;
  const child = spawn(command[0]!, command.slice(1), { cwd: root, detached: true, stdio: [...stdio] });
  started.push(child);
  let output = '';
  for (const said of [child.stdout, child.stderr])
    said?.on('data', (part) => {
      output += part;
    });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  await vi.waitFor(() => expect(output).toContain('up\n'), { timeout: 20_000, interval: 20 });
  return { process: child, file, ended, output: () => output };
}

function freshFile(): string {
  count += 1;
  const file = join(folder, `log-${count}`);
  writeFileSync(file, '');
  return file;
}

async function startProduct(manner = ''): Promise<Started> {
  const file = freshFile();
  return start([process.execPath, product, file, manner], file);
}

/** As `npm start` does: a package whose script runs the product. */
async function startThroughNpm(): Promise<Started> {
  const file = freshFile();
  const home = mkdtempSync(join(folder, 'npm-'));
  const script = `exec ${process.execPath} ${product} ${file}`;
  writeFileSync(join(home, 'package.json'), JSON.stringify({ name: 'home', scripts: { start: script } }));
  return start(['npm', 'start', '--prefix', home], file);
}

async function expectNothingLeft(file: string): Promise<void> {
  const all = pids(file);
  expect(all).toHaveLength(4);
  await vi.waitFor(() => expect(all.filter(isAlive)).toEqual([]), { timeout: 10_000, interval: 50 });
}

afterEach(() => {
  for (const child of started.splice(0)) {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    } catch {
      // It has ended, as it should.
    }
  }
});

describe('stopping the product', () => {
  it('stops the web server first, then the exchange, and leaves nothing behind', async () => {
    const { process: supervisor, file, ended } = await startProduct();
    supervisor.kill('SIGTERM');
    expect(await ended).toBe(0);
    const events = lines(file).filter((line) => /stopp/.test(line));
    expect(events).toEqual(['web-4242 stopping', 'web-4242 stopped', 'exchange stopping', 'exchange stopped']);
    await expectNothingLeft(file);
  });

  it('ends within ten seconds although the web server does not listen to SIGTERM', async () => {
    const { process: supervisor, file, ended } = await startProduct('stubborn');
    const began = performance.now();
    supervisor.kill('SIGINT');
    expect(await ended).toBe(0);
    expect(performance.now() - began).toBeLessThan(10_000);
    await expectNothingLeft(file);
  });

  it('ends at once when asked twice', async () => {
    const { process: supervisor, file, ended } = await startProduct('stubborn');
    supervisor.kill('SIGTERM');
    await vi.waitFor(() => expect(lines(file)).toContain('web-4242 stopping'), { timeout: 5_000, interval: 10 });
    supervisor.kill('SIGTERM');
    expect(await ended).toBe(0);
    await expectNothingLeft(file);
  });

  it('stops everything and passes the code on when the web server ends by itself', async () => {
    const { file, ended, output } = await startProduct();
    process.kill(pids(file)[2]!, 'SIGKILL');
    expect(await ended).toBe(137);
    expect(output()).toContain('web ended by itself (code 137)');
    await expectNothingLeft(file);
  });

  it('starts an exchange that ended again where the web server looks for it, which goes on meanwhile (F4)', async () => {
    const { process: supervisor, file, ended, output } = await startProduct();
    const web = pids(file)[2]!;
    for (const turn of [1, 2]) {
      process.kill(pids(file).at(turn === 1 ? 0 : -2)!, 'SIGKILL');
      await vi.waitFor(() => expect(lines(file).filter((line) => line === 'exchange-4242 ready')).toHaveLength(turn), {
        timeout: 20_000,
        interval: 20,
      });
      expect(isAlive(web)).toBe(true);
    }
    expect(output()).toContain('exchange ended by itself (code 137): starting it again');
    supervisor.kill('SIGTERM');
    expect(await ended).toBe(0);
    const all = pids(file);
    await vi.waitFor(() => expect(all.filter((pid) => pid !== all[1] && pid !== all[5] && isAlive(pid))).toEqual([]), {
      timeout: 10_000,
      interval: 50,
    });
  });

  it('stops everything in order when the program that started it is gone, as a test or a host’s watcher may be', async () => {
    const { process: supervisor, file, ended } = await startProduct();
    supervisor.disconnect();
    expect(await ended).toBe(0);
    expect(lines(file)).toContain('exchange stopped');
    await expectNothingLeft(file);
  });

  it('leaves no child behind when the supervisor itself is killed', async () => {
    const { process: supervisor, file, ended } = await startProduct();
    supervisor.kill('SIGKILL');
    await ended;
    const leaders = lines(file)
      .filter((line) => line.includes(' pid '))
      .map((line) => Number(line.split(' ')[2]));
    const children = [leaders[0]!, leaders[2]!];
    await vi.waitFor(() => expect(children.filter(isAlive)).toEqual([]), { timeout: 10_000, interval: 50 });
    for (const grandchild of [leaders[1]!, leaders[3]!]) process.kill(grandchild, 'SIGKILL');
  });

  it('leaves nothing behind when npm alone gets the signal', async () => {
    const { process: npm, file } = await startThroughNpm();
    npm.kill('SIGTERM');
    await expectNothingLeft(file);
  });

  it('leaves nothing behind when npm is killed', async () => {
    const { process: npm, file } = await startThroughNpm();
    npm.kill('SIGKILL');
    await expectNothingLeft(file);
  });

  it('leaves nothing behind when the process group of npm gets the signal', async () => {
    const { process: npm, file } = await startThroughNpm();
    process.kill(-npm.pid!, 'SIGTERM');
    await expectNothingLeft(file);
    rmSync(folder, { recursive: true, force: true });
  });
});
