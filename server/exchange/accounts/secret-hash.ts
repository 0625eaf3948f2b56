import { scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Clock } from '../surroundings/clock.ts';
import type { Random } from '../surroundings/random.ts';
import { type HashClaim, openHashQueue } from './hash-queue.ts';

const derive = promisify<string, Uint8Array, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
);

/** The work of one hash. */
export interface ScryptCost {
  readonly n: number;
  readonly r: number;
  readonly p: number;
}

/** 32 MiB and three passes: one of the OWASP password storage sheet's equivalent settings for scrypt. */
export const PASSWORD_COST: ScryptCost = { n: 2 ** 15, r: 8, p: 3 };

const KEY_BYTES = 32;
const SALT_BYTES = 16;
/** Hashes and checks passwords and fund passwords. */
export interface Hashing {
  /** `scrypt$N$r$p$salt$key`, base64url. */
  hash(secret: string): Promise<string>;
  /** Takes the same time whether there is an account (`stored` is its hash) or not (`stored` is ''). */
  verify(secret: string, stored: string): Promise<boolean>;
}

/** The same in the order of the hash queue: 'busy' is no answer, and counts as no try. */
export interface SecretHasher {
  verify(secret: string, stored: string, claim: HashClaim): Promise<boolean | 'busy'>;
  /** At most `count` hashes of one wish, one after the other: it waits once. */
  several<T>(claim: HashClaim, count: number, work: (hashing: Hashing) => Promise<T>): Promise<T | 'busy'>;
}

export function secretHasher(random: Random, clock: Clock, cost: ScryptCost = PASSWORD_COST): SecretHasher {
  const queue = openHashQueue(clock.nowMs);
  const hashing = openHashing(random, cost);
  return {
    verify: (secret, stored, claim) => queue.run(claim, () => hashing.verify(secret, stored)),
    several: (claim, count, work) => queue.run(claim, () => work(hashing), count),
  };
}

function openHashing(random: Random, cost: ScryptCost): Hashing {
  // What an unknown account is compared with: nobody has its password, but it costs the same to say no.
  const decoy = `scrypt$${cost.n}$${cost.r}$${cost.p}$${encode(random.bytes(SALT_BYTES))}$${encode(random.bytes(KEY_BYTES))}`;
  return {
    async hash(secret) {
      const salt = random.bytes(SALT_BYTES);
      return `scrypt$${cost.n}$${cost.r}$${cost.p}$${encode(salt)}$${encode(await deriveKey(secret, salt, cost))}`;
    },
    async verify(secret, stored) {
      const [, n, r, p, salt = '', key = ''] = (stored === '' ? decoy : stored).split('$');
      const made = await deriveKey(secret, Buffer.from(salt, 'base64url'), {
        n: Number(n),
        r: Number(r),
        p: Number(p),
      });
      return timingSafeEqual(made, Buffer.from(key, 'base64url')) && stored !== '';
    },
  };
}

/** Whether two secrets would have the same hash. */
export function isSameSecret(one: string, other: string): boolean {
  return normal(one) === normal(other);
}

/** Unicode has several spellings of one character; the same password typed elsewhere must be the same. */
function normal(secret: string): string {
  return secret.normalize('NFKC');
}

function deriveKey(secret: string, salt: Uint8Array, { n, r, p }: ScryptCost): Promise<Buffer> {
  return derive(normal(secret), salt, KEY_BYTES, { N: n, r, p, maxmem: 256 * n * r });
}

function encode(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}
