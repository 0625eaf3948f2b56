import { createECDH } from 'node:crypto';
import { keyFile } from '../surroundings/key-file.ts';
import type { Random } from '../surroundings/random.ts';

/** Who pushes: services of browsers take messages for a subscription from the key that it was made for alone (VAPID, RFC 8292). */
export interface PushIdentity {
  /** P-256, base64url: 65 and 32 bytes. */
  readonly publicKey: string;
  readonly privateKey: string;
  /** Where the operator of a push service reaches ours: mailto: or https:. */
  readonly subject: string;
}

/** The key in DATA_DIR/push-key. Another key is another sender: every browser has to be subscribed anew. */
export function pushIdentity(dataDir: string, subject: string, random: Random): PushIdentity {
  const key = keyFile(dataDir, 'push-key', random, 'browsers have to be subscribed to notifications anew then');
  return identityOf(key, subject);
}

export function identityOf(key: Uint8Array, subject: string): PushIdentity {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(key);
  return { publicKey: curve.getPublicKey('base64url'), privateKey: Buffer.from(key).toString('base64url'), subject };
}
