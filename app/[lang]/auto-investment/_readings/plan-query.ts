export type Query = Readonly<Record<string, string | string[] | undefined>>;

const ID = /^[1-9]\d{0,14}$/;
const VERSION = /^[1-9]\d{0,3}$/;

/** The plan that an address names, and the version where it names one; null where it names none. */
export function planOf(id: string | string[] | undefined, { version }: Query) {
  if (typeof id !== 'string' || !ID.test(id)) return null;
  const isVersion = typeof version === 'string' && VERSION.test(version);
  return { id: Number(id), version: isVersion ? Number(version) : undefined };
}
