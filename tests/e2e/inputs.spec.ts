import { withoutTwins } from '#tests/support/covering.ts';
import { openEverything, walkInputs, watchErrors } from './support/every-input.ts';
import { chooseManual } from './support/manual-parameters.ts';
import { registerSigned } from './support/register-trader.ts';
import { expect, type Page, test } from './support/test.ts';
import { wordsOf } from './support/words.ts';

/** Every input of every form, cleared and mistyped: the page says which there are (B2). */

const FUTURES = 'futures/USDT/BTC_USDT';
const SPOT = 'trade/BTC_USDT';
/** The distinct forms: the margin grid's is the spot grid's with leverage, presets share one, and so do the indicator bots. */
const FORMS = [
  { kind: 'spot_grid', page: SPOT, least: 9 },
  { kind: 'futures_grid', page: FUTURES, least: 10 },
  { kind: 'martingale', page: SPOT, least: 9 },
  { kind: 'contract-martingale', page: FUTURES, least: 9 },
  { kind: 'smart-position', page: SPOT, least: 6 },
  { kind: 'spot-future-arbitrage', page: SPOT, least: 4 },
  { kind: 'compose-indicator', page: FUTURES, least: 9 },
  { kind: 'macd', page: SPOT, least: 10 },
] as const;

/** Their fields are those of another form here, with a leverage beside them, or fewer of them. */
const TWINS: ReadonlySet<string> = new Set(['futures_grid', 'contract-martingale', 'macd']);

async function openForm(page: Page, kind: string, path: string) {
  await page.goto(`/en/${path}?tradModel=strategybot&strategyType=${kind}`);
  const form = page.getByRole('form');
  await expect(form).toBeVisible();
  if (/_grid$|martingale/.test(kind)) await chooseManual(form, wordsOf('en', 'trade')('ai.toManual'));
  return form;
}

test.describe('every input of every form', () => {
  // A dozen inputs, eleven texts each: many small steps, on a busy machine too.
  test.describe.configure({ timeout: 240_000 });
  let page: Page;
  test.beforeAll(async ({ browser }) => {
    page = await browser.newPage();
    await registerSigned(page);
  });
  test.afterAll(() => page.close());

  for (const { kind, page: path, least } of withoutTwins(FORMS, (one) => TWINS.has(one.kind))) {
    test(`${kind}: cleared, mistyped, pasted, 400 characters – the right message, never an exception (B2, issue 8 family 3)`, async () => {
      const errors = watchErrors(page);
      const form = await openForm(page, kind, path);
      const shown = await walkInputs(form);
      await openEverything(form);
      const walked = await walkInputs(form, { walked: shown });
      expect(walked.length, walked.join(', ')).toBeGreaterThanOrEqual(least);
      expect(errors).toEqual([]);
      await expect(form).toBeVisible();
    });
  }
});
