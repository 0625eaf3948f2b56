import type { Page } from '@playwright/test';

/** The page as it is on an exchange without event streams: every call is polled as documented (H59). */
export async function withoutStream(page: Page): Promise<void> {
  await page.route(/\/api\/events(?:\?|$)/, (route) =>
    route.fulfill({ status: 404, contentType: 'application/json', body: '{"code":404,"message":"refused"}' }),
  );
}
