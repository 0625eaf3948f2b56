import { type BrowserContext, test } from './support/test.ts';

/** What next-intl says of a text that is not there (tests/unit/missing-texts.test.ts has it from itself). */
const say = async (context: BrowserContext): Promise<void> => {
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto('/robots.txt');
  await page.evaluate(() => console.error(new Error('MISSING_MESSAGE: nowhere.said (en)')));
};

test.fail('a story fails where a text is missing on its page', ({ context }) => say(context));

test.fail(
  'a story fails where a text is missing on a page of a browser that it opens itself',
  async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL: baseURL ?? '' });
    await say(context);
    await context.close();
  },
);
