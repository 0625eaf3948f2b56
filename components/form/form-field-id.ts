/** Id of a field's input: the form scrolls to it and focuses it when it holds the first error. `form`: which of those that a page may have. */
export function fieldId(name: string, form = 'create'): string {
  return `${form}-${name}`;
}
