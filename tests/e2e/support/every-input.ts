import { expect, type Locator, type Page } from '@playwright/test';
import { readTypedNumber } from '#lib/money/input.ts';
import { covering } from '#tests/support/covering.ts';

/**
 * Clears and mistypes every input of a form or a dialog, as the page shows them: nobody lists them here. What a number's
 * input refuses leaves what stood there; what it takes is the number that was meant; what is wrong is said in words; and
 * nothing throws.
 */

const LONG = 400;
/** Texts that hands and clipboards bring. */
const HOSTILE_TEXTS = ['', ' 7 ', '1,234.5', '１２．５', '100,5', '-5', 'abc 一二', '0', '9'.repeat(LONG)] as const;
/** What fingers type one key after the other, and what may stand there afterwards. */
const TYPED_KEYS = [
  { keys: '2.5', results: ['2', '2.5'] },
  { keys: '100,5', results: ['100'] },
] as const;

const TEXT_INPUTS =
  'input:not([type=range]):not([type=checkbox]):not([type=radio]):not([disabled]):not([readonly]), textarea:not([disabled])';

interface WalkOptions {
  /** Inputs that are somebody else's, by selector. */
  readonly except?: string;
  /** Names of inputs that were walked before. */
  readonly walked?: readonly string[];
}

/** Errors that nobody caught, from now on. */
export function watchErrors(page: Page): readonly string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}

const FOLDED = 'button[aria-expanded=false][aria-controls]:not([aria-haspopup])';
const OFF = 'input[type=checkbox]:not(:checked):not([disabled])';

/** Opens what is folded and turns on what is off, each once, so that every input shows itself. */
export async function openEverything(root: Locator): Promise<void> {
  for (const selector of [FOLDED, OFF]) {
    for (const one of await root.locator(selector).elementHandles()) {
      // Without the mouse: bars that stick to the edge may lie over it.
      await one.evaluate((element) => (element as HTMLElement).click());
      const page = root.page();
      const isDone = async (): Promise<boolean> =>
        (await page.getByRole('dialog').count()) > 0 ||
        !(await one.evaluate((element, off) => (element as Element).matches(off), selector));
      // What cannot be turned on yet stays off.
      await expect
        .poll(isDone, { timeout: 2_000 })
        .toBe(true)
        .catch(() => undefined);
      if ((await page.getByRole('dialog').count()) > 0) await page.keyboard.press('Escape');
    }
  }
}

/** The names of the inputs that were walked; each must have been one that a person could type into. */
export async function walkInputs(
  root: Locator,
  { except, walked: before = [] }: WalkOptions = {},
): Promise<readonly string[]> {
  const walked = [...before];
  for (;;) {
    const next = await nextInput(root, walked, except);
    if (next === null) return walked;
    walked.push(next.name);
    await walkOne(root, next.input, next.name);
  }
}

async function nextInput(root: Locator, walked: readonly string[], except: string | undefined) {
  const inputs = root.locator(TEXT_INPUTS);
  const names = await inputs.evaluateAll(
    (elements, skipped) =>
      elements.map((element, index) => {
        const input = element as HTMLInputElement;
        const isSeen = input.checkVisibility() && !(skipped !== undefined && input.matches(skipped));
        return isSeen ? `${input.name || input.getAttribute('aria-label') || input.id || index}` : '';
      }),
    except,
  );
  const at = names.findIndex((name) => name !== '' && !walked.includes(name));
  if (at < 0) return null;
  // By its name where it has one: inputs that come late (a coin's share) would move those that are counted.
  const own = await inputs.nth(at).getAttribute('name');
  return { name: names[at] as string, input: own ? root.locator(`[name="${own}"]`).first() : inputs.nth(at) };
}

/** How many inputs have been walked. */
let turn = 0;

async function walkOne(root: Locator, input: Locator, name: string): Promise<void> {
  const isNumber = /^(numeric|decimal)$/.test((await input.getAttribute('inputmode')) ?? '');
  const original = await input.inputValue();
  // Two texts of an input, the next two of the next: a form of five inputs or more sees every text.
  turn += 1;
  for (const text of covering([...HOSTILE_TEXTS], turn, 2)) {
    const before = await input.inputValue();
    await input.fill(text);
    const after = await input.inputValue();
    if (isNumber) expectMeant(name, before, text, after);
    const isWrong = await expectWords(input, name, text);
    // Tables say it once, beside the table.
    const isSaid = isWrong || (await root.getByRole('alert').count()) > 0;
    if (isNumber && after.length >= LONG) expect(isSaid, `${name}: 400 digits are no number`).toBe(true);
  }
  for (const { keys, results } of isNumber ? covering([...TYPED_KEYS], turn, 1) : []) {
    await input.fill('');
    await input.pressSequentially(keys);
    expect(results, `${name}: ${keys} typed`).toContain(await input.inputValue());
  }
  await input.fill(original);
  await input.blur();
}

/** What stands in a number's input after a text was put there: what stood there, or that number – cut off behind its point at most. */
function expectMeant(name: string, before: string, text: string, after: string): void {
  const meant = readTypedNumber(text, { decimals: LONG });
  const isBefore = after === before;
  const isMeant = meant?.startsWith(after) === true && after.split('.')[0] === meant.split('.')[0];
  expect(isBefore || isMeant, `${name}: ${text.slice(0, 40)} after ${before} became ${after.slice(0, 40)}`).toBe(true);
}

/** Whether an input is marked wrong; then it says why, in words and not in a code. */
async function expectWords(input: Locator, name: string, text: string): Promise<boolean> {
  const { isWrong, words } = await input.evaluate((element) => {
    const field = element as HTMLInputElement;
    const note = document.getElementById(field.getAttribute('aria-describedby') ?? '');
    return { isWrong: field.getAttribute('aria-invalid') === 'true', words: note?.textContent ?? '' };
  });
  const about = `${name} after ${text.slice(0, 40)}`;
  if (isWrong) expect(words, `${about}: why it is wrong`).toMatch(/\S/);
  expect(words, `${about}: words, not a code`).not.toMatch(/^[a-z]+([._-][a-z]+)+$/);
  return isWrong;
}
