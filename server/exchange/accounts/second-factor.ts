import { createHash, timingSafeEqual } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Random } from '../surroundings/random.ts';

/**
 * A second factor: time-based codes (RFC 6238, SHA-1, six digits, 30 s, as every authenticator app speaks it) and ten
 * recovery codes, each good once.
 */
export interface SecondFactor {
  /** Base32. */
  readonly secret: string;
  /** False until a first code has shown that the trader's app has the secret: nothing is asked before. */
  readonly isConfirmed: boolean;
  /** The step of the last code that was used: a code that was looked over somebody's shoulder is worth nothing. */
  readonly lastStep: number;
  /** SHA-256 of the recovery codes that are left, hex. They have 80 random bits: a plain hash cannot be searched. */
  readonly recoveryHashes: readonly string[];
}

const SECRET_BYTES = 20;
const STEP_SECONDS = 30;
/** Steps on either side: clocks of phones and servers differ by a little. */
const WINDOW = 1;
const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 10;

export function newSecondFactor(random: Random): SecondFactor {
  const secret = new Secret({ buffer: bufferOf(random.bytes(SECRET_BYTES)) }).base32;
  return { secret, isConfirmed: false, lastStep: 0, recoveryHashes: [] };
}

/** What an authenticator app reads from the QR code. */
export function enrolmentAddress({ secret }: SecondFactor, account: string): string {
  return totpOf(secret, account).toString();
}

/** Codes for the trader, shown once, and the factor that knows their hashes. */
export function withRecoveryCodes(factor: SecondFactor, random: Random): { factor: SecondFactor; codes: string[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, () => recoveryCode(random.bytes(RECOVERY_BYTES)));
  return { codes, factor: { ...factor, recoveryHashes: codes.map(recoveryHash) } };
}

/** The factor after a code was used; null when the code is wrong or was used before. Spaces and dashes do not count. */
export function spendCode(factor: SecondFactor, typed: string, nowMs: number): SecondFactor | null {
  const code = typed.replace(/[\s-]/g, '').toUpperCase();
  if (/^\d{6}$/.test(code)) {
    const delta = totpOf(factor.secret, '').validate({ token: code, timestamp: nowMs, window: WINDOW });
    if (delta === null) return null;
    const step = Math.floor(nowMs / 1000 / STEP_SECONDS) + delta;
    return step > factor.lastStep ? { ...factor, lastStep: step } : null;
  }
  const hash = Buffer.from(recoveryHash(code), 'hex');
  const used = factor.recoveryHashes.findIndex((held) => timingSafeEqual(Buffer.from(held, 'hex'), hash));
  return used < 0 ? null : { ...factor, recoveryHashes: factor.recoveryHashes.toSpliced(used, 1) };
}

function totpOf(secret: string, label: string): TOTP {
  return new TOTP({ issuer: 'Strategybot', label, secret, algorithm: 'SHA1', digits: 6, period: STEP_SECONDS });
}

/** Four groups of four: XXXX-XXXX-XXXX-XXXX, base32. */
function recoveryCode(bytes: Uint8Array): string {
  const text = new Secret({ buffer: bufferOf(bytes) }).base32;
  return (text.match(/.{4}/g) ?? []).join('-');
}

function recoveryHash(code: string): string {
  return createHash('sha256').update(code.replaceAll('-', '')).digest('hex');
}

function bufferOf(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
