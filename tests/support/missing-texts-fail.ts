import { afterEach } from 'vitest';
import { saysMissing } from './missing-texts.ts';

/**
 * A test in whose time a text was missing, or could not be made, fails, whatever else it looks at: next-intl says so with `console.error` – of
 * what is drawn under providers of the product's own, and on the server, too – and shows the key. Who wants to hear it puts another in its place.
 */
const said: string[] = [];
const write = console.error;
console.error = (...parts: readonly unknown[]): void => {
  const text = parts.join(' ');
  if (saysMissing(text)) said.push(text);
  write(...parts);
};

afterEach(() => {
  const [first] = said.splice(0);
  if (first !== undefined) throw new Error(`A text is missing: ${first}`);
});
