import { defineConfig, devices } from '@playwright/test';

/** Run by tests/e2e.ts, which starts the product and says where it is. */
const chromium = process.env.CHROMIUM_PATH;
const report = process.env.PLAYWRIGHT_REPORT;

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  // One exchange, shared accounts: files run side by side with accounts of their own, tests of a file in order.
  fullyParallel: false,
  // As many as a small machine has cores: with three, pages that have to come within seconds waited for other stories.
  workers: 2,
  // One more try, with a trace of it. What passes then only is named at the end of the run.
  retries: 1,
  forbidOnly: process.env.CI !== undefined,
  // Wide enough for a machine that does other things too: who passes waits for none of it.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: report === undefined ? [['list']] : [['list'], ['json', { outputFile: report }]],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: process.env.BASE_URL,
    locale: 'en-GB',
    timezoneId: 'UTC',
    // A context keeps what it loaded for the next test, emptied of cookies and storage: reading our scripts anew was a third of a page.
    reuseContext: true,
    // Of a second try alone: recording what will be thrown away was a good part of the suite's work.
    trace: { mode: 'on-first-retry', screenshots: false, snapshots: true, sources: true },
    launchOptions: {
      ...(chromium === undefined || chromium === '' ? {} : { executablePath: chromium }),
      // Chromium's own sandbox does not work as root, which is what containers run tests as.
      // The name is not localhost, so what is reached under it over plain http is no secure context.
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        // What a processor plays of a graphics card (Debian's chromium even asks for it) costs more than drawing without.
        '--disable-gpu',
        // Our build marks scripts for phones to compile as they load (server/pages/compile-hints.ts): both cores are busy here.
        '--disable-blink-features=JavaScriptCompileHintsMagicRuntime',
        '--host-resolver-rules=MAP plain-http.test 127.0.0.1',
      ],
    },
  },
});
