/**
 * Randomness that is a pure function of a key: the market is never drawn, it is looked up. Integer operations only
 * (Math.imul), so that every machine agrees on the bits.
 */

/** Final mix of MurmurHash3: every input bit moves every output bit. */
function mix32(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** One 32-bit key out of several integers, order-sensitive. */
export function hashKey(...parts: readonly number[]): number {
  let h = 0x9e3779b9;
  for (const part of parts) h = mix32(Math.imul(h, 0x01000193) ^ mix32(part + 0x6d2b79f5));
  return h >>> 0;
}

/** FNV-1a over UTF-16 code units, mixed: a key from a name or an operator's seed text. */
export function hashText(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return mix32(h);
}

/** A key as a fraction in (0, 1), both ends excluded. */
export function fractionOf(key: number): number {
  return (mix32(key) + 0.5) / 4_294_967_296;
}

export interface RandomStream {
  /** Uniform in (0, 1), both ends excluded (so that its logarithm is finite). */
  uniform(): number;
  /** Standard normal. */
  normal(): number;
}

/** A sequence (sfc32) that its key alone determines. Normals by Marsaglia's polar method. */
export function createStream(key: number): RandomStream {
  let a = mix32(key);
  let b = mix32(a + 0x9e3779b9);
  let c = mix32(b + 0x9e3779b9);
  let counter = 1;
  let spare = Number.NaN;
  function uniform(): number {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return ((sum >>> 0) + 0.5) / 4_294_967_296;
  }
  function normal(): number {
    if (!Number.isNaN(spare)) {
      const value = spare;
      spare = Number.NaN;
      return value;
    }
    for (;;) {
      const x = 2 * uniform() - 1;
      const y = 2 * uniform() - 1;
      const square = x * x + y * y;
      if (square > 0 && square < 1) {
        const factor = Math.sqrt((-2 * Math.log(square)) / square);
        spare = y * factor;
        return x * factor;
      }
    }
  }
  for (let i = 0; i < 12; i += 1) uniform();
  return { uniform, normal };
}
