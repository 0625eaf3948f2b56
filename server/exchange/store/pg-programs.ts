import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { readBounded } from '#lib/limits/read-bounded.ts';

/** Where Debian keeps the programs of each version. */
const DEBIAN = '/usr/lib/postgresql';
const MOST_SAID_BYTES = 65_536;

type ProgramName = 'pg_dump' | 'pg_restore' | 'psql';

/** PostgreSQL's own programs, which must not be older than the server: the newest of Debian's, else the ones on PATH. */
export function programPath(name: ProgramName): string {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).map(Number).filter(Number.isFinite) : [];
  const newest = versions.sort((a, b) => b - a).map((version) => join(DEBIAN, `${version}`, 'bin'));
  for (const folder of [...newest, ...(process.env.PATH ?? '').split(':')]) {
    if (existsSync(join(folder, name))) return join(folder, name);
  }
  throw new Error(
    `There is no ${name} here: install PostgreSQL's client programs (apt-get install postgresql-client).`,
  );
}

/**
 * Where the programs connect to: an address without its password, which goes through the environment and stands in no list of processes. As
 * `pg` and PostgreSQL read it, one in the query counts before the one in front of the host, and the last of several.
 */
export function programAddress(url: string): {
  readonly address: string;
  readonly env: Readonly<Record<string, string>>;
} {
  const address = new URL(url);
  const password = address.searchParams.getAll('password').at(-1) ?? decodeURIComponent(address.password);
  address.password = '';
  // Cut out and not written anew: PostgreSQL reads a + as it stands.
  const rest = address.search
    .slice(1)
    .split('&')
    .filter((part) => !new URLSearchParams(part).has('password'));
  address.search = rest.join('&');
  return { address: address.href, env: password === '' ? {} : { PGPASSWORD: password } };
}

/** Copies our schema, as it is at one moment, into a file (pg_dump's custom format). Rejects with what the program complained of. */
export function dumpSchema(url: string, path: string): Promise<void> {
  const { address, env } = programAddress(url);
  const args = ['--format=custom', '--schema=exchange', '--no-owner', '--no-privileges', `--file=${path}`, address];
  return new Promise((resolve, reject) => {
    execFile(programPath('pg_dump'), args, { env: { ...process.env, ...env } }, (error, _stdout, stderr) =>
      error === null ? resolve() : reject(new Error(stderr.trim() || error.message)),
    );
  });
}

/** The last of what a dump sets before its first object; what it sets is the first that it says. */
const SETTINGS_END = "set_config('search_path'";
const MOST_SETTINGS_BYTES = 65_536;

/** Statements of a dump's beginning, a byte a letter, that set only what the server knows. */
function settingKnown(statements: string): string {
  return statements.replace(
    /^SET (\w+) = '?([^';\n]*)'?;$/gm,
    "SELECT pg_catalog.set_config('$1', '$2', false) WHERE pg_catalog.current_setting('$1', true) IS NOT NULL;",
  );
}

/**
 * A dump's statements as its server takes them, whichever newer one the program that tells them is of: that switches off every limit that its
 * own servers have, and one that a server does not know (`transaction_timeout`, before PostgreSQL 17) would end the whole.
 */
async function* asServerKnows(dump: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let first: Buffer | null = Buffer.alloc(0);
  for await (const part of dump) {
    if (first === null) {
      yield part;
      continue;
    }
    first = Buffer.concat([first, part]);
    const end = first.indexOf(SETTINGS_END);
    if (end < 0 && first.length < MOST_SETTINGS_BYTES) continue;
    yield Buffer.from(settingKnown(first.toString('latin1', 0, Math.max(0, end))), 'latin1');
    yield first.subarray(Math.max(0, end));
    first = null;
  }
  if (first !== null) yield first;
}

/** Resolves when all of it is handed over; rejects when nobody takes it any more. */
async function pour(from: AsyncIterable<Buffer>, into: Writable): Promise<void> {
  for await (const part of from) if (!into.write(part)) await once(into, 'drain');
}

/**
 * Runs in one transaction `before`, the statements of a dump, and `after`. Nothing of it is done when any of it fails, or the dump is
 * damaged; rejects with what was complained of. `programOf`: where the programs are.
 */
export async function runDump(
  url: string,
  path: string,
  [before, after]: readonly [before: string, after: string],
  programOf = programPath,
): Promise<void> {
  const { address, env } = programAddress(url);
  const psql = spawn(programOf('psql'), ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-f', '-', address], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const told = saidBy(psql);
  // A program that has ended takes no more: its complaint is what is told.
  psql.stdin.on('error', () => {});
  psql.stdin.write(`BEGIN;\n${before}\n`);
  const dump = spawn(programOf('pg_restore'), ['--no-owner', '--no-privileges', '-f', '-', path], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const read = saidBy(dump);
  // Of a program that takes no more, its own complaint is told.
  const poured = pour(asServerKnows(dump.stdout), psql.stdin).catch(() => {});
  const damage = await Promise.race([poured.then(() => read), told]);
  // Without its last word the transaction is taken back.
  psql.stdin.end(damage === null ? `\n${after}\nCOMMIT;\n` : undefined);
  dump.kill();
  const complaint = (await told) ?? damage;
  if (complaint !== null) throw new Error(complaint);
}

/** Resolves when the program has ended: null = well, else what it complained of. */
async function saidBy(program: ReturnType<typeof spawn>): Promise<string | null> {
  const ended = new Promise<number | Error | null>((resolve) => {
    program.once('error', resolve);
    program.once('close', resolve);
  });
  const said = program.stderr === null ? null : await readBounded(program.stderr, MOST_SAID_BYTES).catch(() => null);
  const code = await ended;
  if (code === 0) return null;
  if (code instanceof Error) return code.message;
  return (said === null ? '' : Buffer.from(said).toString().trim()) || `it ended with code ${code}`;
}
