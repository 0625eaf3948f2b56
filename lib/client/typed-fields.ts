/** Fields of a form as one text that is kept (use-typed.ts), whatever the language. */
export function fieldsText<Field extends string>(fields: Readonly<Record<Field, string>>): string {
  return new URLSearchParams(Object.entries<string>(fields)).toString();
}

/** The fields that `before` has, as `text` has them; those that it has not are as they were. */
export function fieldsIn<Field extends string>(
  text: string,
  before: Readonly<Record<Field, string>>,
): Readonly<Record<Field, string>> {
  const said = new URLSearchParams(text);
  const after: Record<Field, string> = { ...before };
  for (const field in before) after[field] = said.get(field) ?? before[field];
  return after;
}
