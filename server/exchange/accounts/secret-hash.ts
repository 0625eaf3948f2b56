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
/** Hashes and checks passwords and fund passwords, in the order of the hash queue: 'busy' is no answer, and counts as no try. */
export interface SecretHasher {
  /** `scrypt$N$r$p$salt$key`, base64url. */
  hash(secret: string, claim: HashClaim): Promise<string | 'busy'>;
  /** Takes the same time whether there is an account (`stored` is its hash) or not (`stored` is ''). */
  verify(secret: string, stored: string, claim: HashClaim): Promise<boolean | 'busy'>;
}

export function secretHasher(random: Random, clock: Clock, cost: ScryptCost = PASSWORD_COST): SecretHasher {
  const queue = openHashQueue(clock.nowMs);
  // What an unknown account is compared with: nobody has its password, but it costs the same to say no.
  const decoy = `scrypt$${cost.n}$${cost.r}$${cost.p}$${encode(random.bytes(SALT_BYTES))}$${encode(random.bytes(KEY_BYTES))}`;
  return {
    hash: (secret, claim) =>
      queue.run(claim, async () => {
        const salt = random.bytes(SALT_BYTES);
        return `scrypt$${cost.n}$${cost.r}$${cost.p}$${encode(salt)}$${encode(await deriveKey(secret, salt, cost))}`;
      }),
    verify: (secret, stored, claim) =>
      queue.run(claim, async () => {
        const [, n, r, p, salt = '', key = ''] = (stored === '' ? decoy : stored).split('$');
        const made = await deriveKey(secret, Buffer.from(salt, 'base64url'), {
          n: Number(n),
          r: Number(r),
          p: Number(p),
        });
        return timingSafeEqual(made, Buffer.from(key, 'base64url')) && stored !== '';
      }),
  };
}

/** Unicode has several spellings of one character; the same password typed elsewhere must be the same. */
function deriveKey(secret: string, salt: Uint8Array, { n, r, p }: ScryptCost): Promise<Buffer> {
  return derive(secret.normalize('NFKC'), salt, KEY_BYTES, { N: n, r, p, maxmem: 256 * n * r });
}

function encode(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}
