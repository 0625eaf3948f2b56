import { createCipheriv, createDecipheriv } from 'node:crypto';
import { keyFile } from './key-file.ts';
import type { Random } from './random.ts';

/**
 * Seals what traders entrust to the exchange and nobody shall read in a copy of the store: AES-256-GCM under a key that lies beside the
 * store and not in it. What was sealed for one place opens in no other.
 */
export interface Seal {
  close(text: string, place: string): string;
  /** Null when it was sealed under another key or for another place, or is damaged. */
  open(sealed: string, place: string): string | null;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

export function createSeal(key: Uint8Array, random: Random): Seal {
  return {
    close(text, place) {
      const iv = random.bytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, key, iv);
      cipher.setAAD(Buffer.from(place));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open(sealed, place) {
      const bytes = Buffer.from(sealed, 'base64url');
      const text = bytes.subarray(IV_BYTES + TAG_BYTES);
      try {
        const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
        decipher.setAAD(Buffer.from(place));
        decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
        return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}

/** The key in DATA_DIR/sealing-key. */
export function sealingKey(dataDir: string, random: Random): Uint8Array {
  return keyFile(dataDir, 'sealing-key', random, 'channels of notifications have to be added anew then');
}
