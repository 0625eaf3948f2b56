import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../log/error-code.ts';
import { ROLES } from './keyed-server.ts';

/** Keys are of the curve that every TLS library takes. */
const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** Whose key PostgreSQL's servers have. */
export const DATABASE = 'postgres';

export interface KeysWanted {
  /** Made where it is missing (0700). */
  readonly folder: string;
  /** Names and IPv4 addresses under which the exchange's hosts are asked, beside localhost. */
  readonly hosts: readonly string[];
  /** The same of PostgreSQL's; none, and no certificate of it there = no key is made for it. */
  readonly databases?: readonly string[];
  /** For how long certificates hold; the authority's, when it is made, ten times as long: it signs the next ones too. */
  readonly days: number;
}

/**
 * Makes an authority (`ca.crt`, `ca.key`) where there is none and, signed by it, a key and certificate for the exchange, for each role
 * (`web.crt`, `web.key`, …) and for PostgreSQL; keys may be read by their owner alone. What is there of an earlier time is made anew, under the same authority and for the same names: who renews keys
 * and forgets a host would cut it off from everybody else. A name goes with its certificate, when that is deleted before.
 * Whoever has `ca.key` can make himself any role: it belongs on none of the hosts. Throws when openssl is missing or refuses.
 *
 * @returns under which names those are asked whose certificates were made.
 */
export function makeKeys({ folder, hosts, databases = [], days }: KeysWanted): ReadonlyMap<string, readonly string[]> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const at = (name: string): string => join(folder, name);
  const lasting = ['-days', String(days)];
  if (!existsSync(at('ca.key'))) {
    const who = ['-subj', '/CN=Strategybot', '-addext', 'keyUsage=critical,keyCertSign,cRLSign'];
    const longer = ['-days', String(10 * days)];
    openssl(['req', '-x509', ...NEW_KEY, '-keyout', at('ca.key'), '-out', at('ca.crt'), ...longer, ...who]);
  }
  chmodSync(at('ca.key'), 0o600);
  // A role's certificate opens no server but that of its own figures, which is asked by the role's name.
  const names = new Map([['exchange', asNames(['localhost', '127.0.0.1', ...hosts])]]);
  for (const role of ROLES) names.set(role, asNames([role]));
  names.set(DATABASE, asNames(databases));
  const made = new Map<string, readonly string[]>();
  for (const [name, asked] of names) {
    const alternatives = new Set([...asked, ...namesIn(at(`${name}.crt`))]);
    if (alternatives.size === 0) continue;
    const [request, words] = [at(`${name}.csr`), at(`${name}.ext`)];
    openssl(['req', '-new', ...NEW_KEY, '-keyout', at(`${name}.key`), '-out', request, '-subj', `/CN=${name}`]);
    chmodSync(at(`${name}.key`), 0o600);
    // A database answers and asks nobody: with its key no door of ours opens.
    writeFileSync(words, extensions(alternatives, name === DATABASE ? 'serverAuth' : 'serverAuth,clientAuth'));
    const by = ['-CA', at('ca.crt'), '-CAkey', at('ca.key'), '-CAcreateserial', '-CAserial', at('ca.serial')];
    openssl(['x509', '-req', '-in', request, ...by, ...lasting, '-extfile', words, '-out', at(`${name}.crt`)]);
    for (const used of [request, words]) rmSync(used);
    made.set(
      name,
      [...alternatives].map((one) => one.replace(/^\w+:/, '')),
    );
  }
  return made;
}

/** What a certificate is good for, and under which names its owner is asked. */
function extensions(alternatives: ReadonlySet<string>, uses: string): string {
  return [
    'basicConstraints=critical,CA:FALSE',
    'keyUsage=critical,digitalSignature',
    `extendedKeyUsage=${uses}`,
    `subjectAltName=${[...alternatives].join(',')}`,
    '',
  ].join('\n');
}

/** Names and addresses as openssl writes them. */
function asNames(hosts: readonly string[]): string[] {
  return hosts.map((host) => (/^[\d.]+$/.test(host) ? `IP:${host}` : `DNS:${host}`));
}

/** The names of a certificate; none where there is no file. */
function namesIn(path: string): string[] {
  if (!existsSync(path)) return [];
  const { subjectAltName = '' } = new X509Certificate(readFileSync(path));
  return [...subjectAltName.matchAll(/(DNS|IP)(?: Address)?:([^\s,"]+)/g)].map(([, kind, name]) => `${kind}:${name}`);
}

function openssl(args: readonly string[]): void {
  const { error, status, stderr } = spawnSync('openssl', args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  if (error !== undefined && errorCode(error) === 'ENOENT')
    throw new Error('openssl is missing: apt-get install openssl');
  if (status !== 0) throw new Error(`openssl ${args[0]} failed: ${error?.message ?? stderr.trim()}`);
}
