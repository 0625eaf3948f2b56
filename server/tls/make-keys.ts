import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
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
  /** The same of PostgreSQL's; none = no key is made for it. */
  readonly databases?: readonly string[];
  /** For how long certificates hold; the authority's, when it is made, ten times as long: it signs the next ones too. */
  readonly days: number;
}

/**
 * Makes an authority (`ca.crt`, `ca.key`) where there is none and, signed by it, a key and certificate for the exchange, for each role
 * (`web.crt`, `web.key`, …) and for PostgreSQL; keys may be read by their owner alone. What is there of an earlier time is made anew, under the same authority.
 * Whoever has `ca.key` can make himself any role: it belongs on none of the hosts. Throws when openssl is missing or refuses.
 */
export function makeKeys({ folder, hosts, databases = [], days }: KeysWanted): void {
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
  const names = new Map<string, readonly string[]>([['exchange', ['localhost', '127.0.0.1', ...hosts]]]);
  for (const role of ROLES) names.set(role, [role]);
  if (databases.length > 0) names.set(DATABASE, databases);
  for (const [name, alternatives] of names) {
    const [request, words] = [at(`${name}.csr`), at(`${name}.ext`)];
    openssl(['req', '-new', ...NEW_KEY, '-keyout', at(`${name}.key`), '-out', request, '-subj', `/CN=${name}`]);
    chmodSync(at(`${name}.key`), 0o600);
    // A database answers and asks nobody: with its key no door of ours opens.
    writeFileSync(words, extensions(alternatives, name === DATABASE ? 'serverAuth' : 'serverAuth,clientAuth'));
    const by = ['-CA', at('ca.crt'), '-CAkey', at('ca.key'), '-CAcreateserial', '-CAserial', at('ca.serial')];
    openssl(['x509', '-req', '-in', request, ...by, ...lasting, '-extfile', words, '-out', at(`${name}.crt`)]);
    for (const used of [request, words]) rmSync(used);
  }
}

/** What a certificate is good for, and under which names its owner is asked. */
function extensions(names: readonly string[], uses: string): string {
  const alternatives = names.map((name) => (/^[\d.]+$/.test(name) ? `IP:${name}` : `DNS:${name}`));
  return [
    'basicConstraints=critical,CA:FALSE',
    'keyUsage=critical,digitalSignature',
    `extendedKeyUsage=${uses}`,
    `subjectAltName=${alternatives.join(',')}`,
    '',
  ].join('\n');
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
