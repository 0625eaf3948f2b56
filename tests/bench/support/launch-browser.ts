import { type Browser, chromium } from '@playwright/test';

/** The browser that tests/find-browser.sh found (`npm run bench` asks it); empty = Playwright's own. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH;
  return chromium.launch({
    ...(executablePath === undefined || executablePath === '' ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-background-networking'],
  });
}

/** The paper exchange's account that owns bots: whoever logs in as it sees full tables. */
export const DEMO_LOGIN = { account: 'demo', password: 'paper-demo' } as const;
