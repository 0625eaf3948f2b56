import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';

const UNPACKERS: Readonly<
  Record<string, (packed: Uint8Array, limits: { maxOutputLength: number }) => Promise<Buffer>>
> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/**
 * A reply's body as it was before somebody on the way packed it: nobody is asked to, but HTTP lets everybody who was not forbidden to. Null: more than
 * `mostBytes`. What cannot be unpacked stays as it is: whoever reads it finds that it is no reply.
 */
export async function unpacked(body: Uint8Array, coding: string, mostBytes: number): Promise<Uint8Array | null> {
  const unpack = UNPACKERS[coding.trim().toLowerCase()];
  if (unpack === undefined) return body;
  try {
    return await unpack(body, { maxOutputLength: mostBytes });
  } catch (error) {
    const isTooMuch = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    return isTooMuch ? null : body;
  }
}
