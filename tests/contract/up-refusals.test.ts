import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '../support/free-port.ts';

/** What keeps `npm run up` from its end is said in one clear line each (J3). The project is ours, the build is a script. */

const root = fileURLToPath(new URL('../..', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'up-'));
const started: ChildProcess[] = [];

afterAll(() => {
  for (const { pid } of started) {
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  }
  rmSync(home, { recursive: true, force: true });
});

/** A project whose packages are there and whose build, and other tools, are the given scripts. */
function project(tools: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(home, 'project-'));
  for (const name of ['server', 'package.json']) symlinkSync(join(root, name), join(folder, name));
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  writeFileSync(join(folder, 'package-lock.json'), '{}');
  writeFileSync(join(folder, 'node_modules/.package-lock.json'), '{}');
  for (const [name, script] of Object.entries(tools)) {
    const path = join(folder, 'node_modules/.bin', name);
    writeFileSync(path, `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o755);
  }
  return folder;
}

function up(folder: string, port: number, dataDir = join(folder, 'data')) {
  const child = spawn('sh', [join(folder, 'server/up.sh')], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      NEXT_DIST_DIR: 'built',
    },
  });
  started.push(child);
  let [said, complained] = ['', ''];
  child.stdout.on('data', (part) => {
    said += part;
  });
  child.stderr.on('data', (part) => {
    complained += part;
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, ended, said: () => said, complaints: () => complained.trim().split('\n') };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

describe('npm run up (J3)', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('stopped by %s during the build ends the build too, with one line and code %i', async (signal, code) => {
    const folder = project({ next: 'echo $$ >builder; echo builds; exec sleep 600' });
    const run = up(folder, await freePort());
    await vi.waitFor(() => expect(run.said()).toContain('builds'), { timeout: 20_000, interval: 20 });
    const builder = Number(readFileSync(join(folder, 'builder'), 'utf8'));
    expect(isAlive(builder)).toBe(true);
    run.child.kill(signal);
    expect(await run.ended).toBe(code);
    expect(run.complaints()).toEqual([
      'Stopped while building: nothing is left running, and the next time goes on from there.',
    ]);
    expect(isAlive(builder)).toBe(false);
  });

  it('says that the port is taken before it builds anything', async () => {
    const taken = createServer();
    const port = await new Promise<number>((resolve) => {
      taken.listen(0, '127.0.0.1', () => resolve((taken.address() as { port: number }).port));
    });
    const run = up(project({ next: 'echo builds' }), port);
    expect(await run.ended).toBe(1);
    expect(run.complaints()).toEqual([
      `Port ${port} is taken by another program: stop that one, or set another PORT (PORT=${port + 1} npm run up).`,
    ]);
    expect(run.said()).not.toContain('builds');
    taken.close();
  });

  it('says that the data folder cannot be had, before it builds anything', async () => {
    const folder = project({ next: 'echo builds' });
    const file = join(folder, 'package-lock.json');
    for (const [dataDir, reason] of [
      [file, 'it is a file'],
      [join(file, 'below'), `ENOTDIR: not a directory, mkdir '${join(file, 'below')}'`],
      // Node's own recursive mkdir never comes back from here.
      ['/proc/nope/below', "ENOENT: no such file or directory, mkdir '/proc/nope'"],
    ] as const) {
      const run = up(folder, await freePort(), dataDir);
      expect(await run.ended).toBe(1);
      expect(run.complaints()).toEqual([
        `The data folder ${dataDir} cannot be used (${reason}): set another DATA_DIR.`,
      ]);
      expect(run.said()).not.toContain('builds');
    }
  });

  it('says that the disk has no room, before it builds anything', async () => {
    const df =
      'echo "Filesystem 1024-blocks Used Available Capacity Mounted"; echo "/dev/sda1 100000 90000 10240 90% /"';
    const folder = project({ next: 'echo builds', df });
    const run = up(folder, await freePort());
    expect(await run.ended).toBe(1);
    expect(run.complaints()).toEqual([
      `There is too little room on the disk of ${folder}: 10 MB are free, building needs 500 MB.`,
    ]);
    expect(run.said()).not.toContain('builds');
  });

  it('says that the build failed, under what the build said itself', async () => {
    const run = up(project({ next: 'echo ENOSPC: no space left on device >&2; exit 1' }), await freePort());
    expect(await run.ended).toBe(1);
    expect(run.complaints()).toEqual(['ENOSPC: no space left on device', 'The build failed (see above).']);
  });
});
