/**
 * Arrays in PostgreSQL's binary form, so that a turn of any size is one statement whose texts need no escaping on either side: dimensions,
 * whether there are nulls, the type of an element, its number and where counting begins; then each element behind its length in bytes.
 */
const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;
const INT8_BYTES = 8;
/** Numbers of the types in every PostgreSQL. */
const TEXT_TYPE = 25;
const INT8_TYPE = 20;

function begun(type: number, elements: number, bytes: number): Buffer {
  const array = Buffer.allocUnsafe(HEADER_BYTES + elements * LENGTH_BYTES + bytes);
  array.writeInt32BE(1, 0);
  array.writeInt32BE(0, 4);
  array.writeInt32BE(type, 8);
  array.writeInt32BE(elements, 12);
  array.writeInt32BE(1, 16);
  return array;
}

/** `text[]`, as UTF-8. The server refuses the character U+0000. */
export function textArray(texts: readonly string[]): Buffer {
  const sizes = texts.map((text) => Buffer.byteLength(text));
  const array = begun(
    TEXT_TYPE,
    texts.length,
    sizes.reduce((sum, size) => sum + size, 0),
  );
  let at = HEADER_BYTES;
  texts.forEach((text, index) => {
    const size = sizes[index] ?? 0;
    array.writeInt32BE(size, at);
    array.write(text, at + LENGTH_BYTES, size, 'utf8');
    at += LENGTH_BYTES + size;
  });
  return array;
}

/** `bigint[]`. Throws for a number that is no integer. */
export function int8Array(numbers: readonly number[]): Buffer {
  const array = begun(INT8_TYPE, numbers.length, numbers.length * INT8_BYTES);
  numbers.forEach((number, index) => {
    const at = HEADER_BYTES + index * (LENGTH_BYTES + INT8_BYTES);
    array.writeInt32BE(INT8_BYTES, at);
    array.writeBigInt64BE(BigInt(number), at + LENGTH_BYTES);
  });
  return array;
}
