/**
 * All bytes of a stream, in one piece; null as soon as they are more than `most`. Throws what the stream throws when it
 * breaks off. The one reader of bodies and replies: memory is bounded whatever the other side sends.
 */
export async function readBounded(stream: AsyncIterable<Uint8Array>, most: number): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of stream) {
    length += part.length;
    if (length > most) return null;
    parts.push(part);
  }
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
