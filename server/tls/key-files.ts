import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { z } from 'zod';
import { DAY_MS } from '#lib/time/durations.ts';
import type { Log } from '../log/log.ts';
import { isLoopback } from './loopback.ts';

/**
 * The files with which processes of ours know each other over a network: this one's certificate and key, and the authority that has
 * signed those of all. They are named together or not at all.
 */
export const TLS_SETTINGS = {
  /** Certificate of this process, PEM; those between it and the authority after it. */
  TLS_CERT: z.string().min(1).optional(),
  /** Its private key, PEM. */
  TLS_KEY: z.string().min(1).optional(),
  /** Certificates of the authority whose word counts, PEM: several while one follows the other. */
  TLS_CA: z.string().min(1).optional(),
} as const;

export type TlsNames = { readonly [name in keyof typeof TLS_SETTINGS]?: string | undefined };

export interface KeyPaths {
  readonly cert: string;
  readonly key: string;
  readonly ca: string;
}

/** What the files hold. */
export interface Keys {
  readonly cert: Buffer;
  readonly key: Buffer;
  readonly ca: Buffer;
}

/** The three files of a configuration; null when it names none. Throws when it names one or two. */
export function keyPaths({ TLS_CERT: cert, TLS_KEY: key, TLS_CA: ca }: TlsNames): KeyPaths | null {
  if (cert === undefined && key === undefined && ca === undefined) return null;
  if (cert === undefined || key === undefined || ca === undefined)
    throw new Error('Configuration is wrong. TLS_CERT, TLS_KEY and TLS_CA: they are set together or not at all');
  return { cert, key, ca };
}

/** Throws when `host`, which the setting `name` gives, is reached by other machines and there are no keys to know them by. */
export function refuseOpenHost(name: string, host: string, settings: TlsNames): void {
  if (isLoopback(host) || keyPaths(settings) !== null) return;
  throw new Error(
    `Configuration is wrong. ${name}: ${host} is reached from other machines, which takes TLS_CERT, TLS_KEY and TLS_CA (npm run keys makes some for a trial)`,
  );
}

/** Reads the files. Throws, in one sentence that names the variable, when one cannot be read or they do not belong together. */
export function readKeys(paths: KeyPaths): Keys {
  const cert = contentOf('TLS_CERT', paths.cert);
  const key = contentOf('TLS_KEY', paths.key);
  const ca = contentOf('TLS_CA', paths.ca);
  const own = parsed('TLS_CERT', paths.cert, () => new X509Certificate(cert));
  const secret = parsed('TLS_KEY', paths.key, () => createPrivateKey(key));
  parsed('TLS_CA', paths.ca, () => new X509Certificate(ca));
  if (!own.checkPrivateKey(secret)) throw new Error(`TLS_KEY: ${paths.key} is not the key of ${paths.cert}`);
  // The certificates behind the first of a file as well: a server that is given them later would end with them.
  parsed('TLS_CERT', paths.cert, () => createSecureContext({ cert, key, ca }));
  return { cert, key, ca };
}

function contentOf(name: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new Error(`${name}: ${path} cannot be read`, { cause: error });
  }
}

function parsed<T>(name: string, path: string, parse: () => T): T {
  try {
    return parse();
  } catch {
    // What OpenSSL says of it may quote the file.
    throw new Error(`${name}: ${path} holds no PEM that can be used`);
  }
}

/** Between two looks at the files, ms. */
const LOOK_MS = 10_000;
/** A certificate that ends so soon is told of once a day: with it all talk between machines ends in one moment. */
const TOLD_BEFORE_MS = 21 * DAY_MS;

export interface KeptKeys {
  /** As they were read last. */
  current(): Keys;
  /** Called with each new set. */
  onChange(hear: (keys: Keys) => void): void;
  /** Looks at the files now, as it is done every ten seconds; a set that cannot be used is told in the log and changes nothing. */
  look(): void;
  close(): void;
}

/**
 * Keys that are read anew when their files change, however they are replaced (written over, renamed, a link that is turned): whoever
 * renews certificates restarts nothing and sends no signal. The log is told when one ends soon. Throws what readKeys throws.
 */
export function keepKeys(paths: KeyPaths, log: Pick<Log, 'info' | 'warn'>, nowMs: () => number = Date.now): KeptKeys {
  let keys = readKeys(paths);
  let seen = marksOf(paths);
  let toldMs = Number.NEGATIVE_INFINITY;
  const hearers: ((keys: Keys) => void)[] = [];
  const tellEnds = (): void => {
    if (nowMs() - toldMs < DAY_MS) return;
    toldMs = nowMs();
    for (const [name, { validTo }] of [
      ['TLS_CERT', new X509Certificate(keys.cert)],
      ['TLS_CA', new X509Certificate(keys.ca)],
    ] as const)
      if (Date.parse(validTo) - nowMs() < TOLD_BEFORE_MS) log.warn('keys-end-soon', { name, validTo });
  };
  const look = (): void => {
    tellEnds();
    const marks = marksOf(paths);
    if (marks === seen) return;
    try {
      keys = readKeys(paths);
    } catch (error) {
      // Half of the files may be written: the next look sees the rest.
      log.warn('keys-unusable', { error });
      return;
    }
    seen = marks;
    for (const hear of hearers) hear(keys);
    log.info('keys-renewed', { certificate: paths.cert, validTo: new X509Certificate(keys.cert).validTo });
  };
  tellEnds();
  const timer = setInterval(look, LOOK_MS).unref();
  return {
    current: () => keys,
    onChange: (hear) => void hearers.push(hear),
    look,
    close: () => clearInterval(timer),
  };
}

/** The keys that a configuration names, kept; null when it names none. Throws what keyPaths and readKeys throw. */
export function keptKeysOf(settings: TlsNames, log: Pick<Log, 'info' | 'warn'>): KeptKeys | null {
  const paths = keyPaths(settings);
  return paths === null ? null : keepKeys(paths, log);
}

/** What tells one state of the files from another. */
function marksOf({ cert, key, ca }: KeyPaths): string {
  const marks = [cert, key, ca].map((path) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat === undefined ? 'none' : `${stat.ino} ${stat.mtimeMs} ${stat.size}`;
  });
  return marks.join(', ');
}
