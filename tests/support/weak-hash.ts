import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Loaded before everything else in processes of the product that tests begin by day (cheap-passwords.ts): what a password's hash costs is
 * left out of it, a third of a second each. What it is worth is seen by accounts-security and at night.
 */
const { scrypt } = crypto;
type Done = (error: Error | null, key: Buffer) => void;

Object.assign(crypto, {
  scrypt: (secret: BinaryLike, salt: BinaryLike, bytes: number, options: ScryptOptions, done: Done) =>
    scrypt(secret, salt, bytes, { ...options, N: 16, r: 1, p: 1 }, done),
});
syncBuiltinESMExports();
