/** The code that Node gives a failure of the system ('ENOENT'); undefined for whatever else was thrown. */
export function errorCode(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
