import { defineConfig } from '@playwright/test';
import { CLIP_SIZE } from '#components/guides/clip-address.ts';
import stories from '../e2e/playwright.config.ts';

/** Run by tests/clips/record.ts: every clip is a story, told as those of the browser tests are, on a screen as narrow as a phone's. */
export default defineConfig({
  ...stories,
  testDir: '.',
  testMatch: 'guides.clips.ts',
  fullyParallel: true,
  retries: 0,
  timeout: 300_000,
  reporter: [['list']],
  use: {
    ...stories.use,
    reuseContext: false,
    trace: 'off',
    colorScheme: 'dark',
    viewport: CLIP_SIZE,
    deviceScaleFactor: 1.5,
  },
});
