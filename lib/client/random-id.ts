const BYTES = 16;

/** 128 random bits as hex. Not randomUUID: over plain http (a home network) browsers do not have it. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
