const CLASS = /^(?:export )?(?:abstract )?class /;
const FIELD = /^ {2}(?:(?:private|protected|public|readonly|override) )*\w+[!?]?: [^=(]+;$/;

/** Lines of fields that a class only names: the language sets each of them to undefined before the constructor gives it a value. */
export function undeclaredFields(text: string): number[] {
  const found: number[] = [];
  let isInClass = false;
  for (const [index, line] of text.split('\n').entries()) {
    if (CLASS.test(line)) isInClass = true;
    else if (line === '}') isInClass = false;
    else if (isInClass && FIELD.test(line)) found.push(index + 1);
  }
  return found;
}
