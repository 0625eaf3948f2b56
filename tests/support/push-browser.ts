import { createDecipheriv, createECDH, createPublicKey, hkdfSync, verify } from 'node:crypto';

/** A browser's half of Web Push, written from the RFCs alone: it opens what was sealed for it, and nobody else can. */
export function pushBrowser() {
  const curve = createECDH('prime256v1');
  const point = curve.generateKeys();
  const auth = Buffer.from('0123456789abcdef');
  return {
    keys: { p256dh: point.toString('base64url'), auth: auth.toString('base64url') },
    /** The message of one record of aes128gcm (RFC 8188, RFC 8291). Throws when it is not for these keys. */
    open(body: Buffer): string {
      const salt = body.subarray(0, 16);
      const idLength = body[20] ?? 0;
      const sender = body.subarray(21, 21 + idLength);
      const sealed = body.subarray(21 + idLength);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), point, sender]);
      const material = Buffer.from(hkdfSync('sha256', curve.computeSecret(sender), auth, info, 32));
      const part = (label: string, length: number) =>
        Buffer.from(hkdfSync('sha256', material, salt, Buffer.from(`Content-Encoding: ${label}\0`), length));
      const cipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12));
      cipher.setAuthTag(sealed.subarray(-16));
      const text = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
      // What follows the delimiter of the last record is padding.
      return text.subarray(0, text.lastIndexOf(2)).toString('utf8');
    },
  };
}

/** What a push service reads of a sender's signature (RFC 8292). Throws when it was not signed with `publicKey`. */
export function readVapid(authorization: string, publicKey: string): { aud: string; exp: number; sub: string } {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
  if (key !== publicKey) throw new Error('signed with another key');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const [head = '', claims = '', signature = ''] = token.split('.');
  const jwk = { kty: 'EC', crv: 'P-256', x, y };
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ format: 'jwk', key: jwk }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isRight) throw new Error('not signed so');
  return JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'));
}
