/** Id of a field's input: the form scrolls to it and focuses it when it holds the first error. */
export function fieldId(name: string): string {
  return `create-${name}`;
}
