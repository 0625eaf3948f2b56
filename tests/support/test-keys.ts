import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { KeyPaths, Keys } from '#server/tls/key-files.ts';
import { makeKeys } from '#server/tls/make-keys.ts';

/** An authority of a test, with keys of the exchange, of every role and of PostgreSQL. */
export interface TestKeys {
  readonly folder: string;
  of(name: string): KeyPaths;
  read(name: string): Keys;
  /** A certificate of this authority for another name, or one whose time is over. */
  sign(name: string, commonName: string, isOver?: boolean): KeyPaths;
}

export function createTestKeys(): TestKeys {
  const folder = mkdtempSync(join(tmpdir(), 'strategybot-keys-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  makeKeys({ folder, hosts: [], databases: ['localhost'], days: 2 });
  const at = (name: string) => join(folder, name);
  const of = (name: string): KeyPaths => ({ cert: at(`${name}.crt`), key: at(`${name}.key`), ca: at('ca.crt') });
  const run = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' });
  return {
    folder,
    of,
    read(name) {
      const { cert, key, ca } = of(name);
      return { cert: readFileSync(cert), key: readFileSync(key), ca: readFileSync(ca) };
    },
    sign(name, commonName, isOver = false) {
      const { cert, key } = of(name);
      const csr = at(`${name}.csr`);
      run('req', '-new', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', csr, '-subj', `/CN=${commonName}`);
      const books = mkdtempSync(at('books-'));
      mkdirSync(join(books, 'new'));
      writeFileSync(join(books, 'index'), '');
      const config = [
        [
          '[ca]',
          'default_ca=own',
          '[own]',
          `database=${books}/index`,
          `new_certs_dir=${books}/new`,
          'default_md=sha256',
        ],
        ['rand_serial=yes', 'policy=any', 'x509_extensions=words', '[any]', 'commonName=supplied'],
        ['[words]', 'extendedKeyUsage=serverAuth,clientAuth', 'subjectAltName=DNS:localhost,IP:127.0.0.1', ''],
      ];
      writeFileSync(join(books, 'config'), config.flat().join('\n'));
      const time = isOver ? ['-startdate', '20240101000000Z', '-enddate', '20240102000000Z'] : ['-days', '2'];
      const by = ['-cert', at('ca.crt'), '-keyfile', at('ca.key'), '-config', join(books, 'config')];
      run('ca', '-batch', '-notext', ...by, ...time, '-in', csr, '-out', cert);
      return of(name);
    },
  };
}
