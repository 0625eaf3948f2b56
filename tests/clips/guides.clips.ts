import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from '@playwright/test';
import { clipFile } from '#components/guides/clip-address.ts';
import { GUIDE_PAGES } from '#components/guides/guide-pages.ts';
import { GUIDED_KINDS, guideFlags } from '#lib/kinds/guides.ts';
import { logInAsDemo } from '../e2e/support/demo-account.ts';
import { signAgreement } from '../e2e/support/register-trader.ts';
import { STORIES } from './guided-stories.ts';
import { SHIFT_NAME, shiftClock } from './shift-clock.ts';

/** Every page of every guide, filmed (`npm run clips`). */

const PUBLIC = fileURLToPath(new URL('../../public', import.meta.url));

for (const kind of GUIDED_KINDS) {
  for (const id of GUIDE_PAGES) {
    test(`${kind} ${id}`, async ({ page }) => {
      await page.addInitScript(shiftClock, Number(process.env[SHIFT_NAME]));
      // Somebody who has been here before: no tip and no dot lies over what is shown.
      const seen = ['guide_tip', ...GUIDED_KINDS.flatMap((one) => Object.values(guideFlags(one)))];
      await page.addInitScript((names) => {
        for (const name of names) if (name !== null) localStorage.setItem(name, '1');
      }, seen);
      const url = process.env.BASE_URL ?? '';
      await page.context().addCookies(GUIDED_KINDS.map((one) => ({ name: `tip_${one}`, value: '1', url })));
      await logInAsDemo(page);
      await signAgreement(page);
      const take = await STORIES[id](page, kind);
      const file = join(PUBLIC, clipFile(kind, id));
      mkdirSync(dirname(file), { recursive: true });
      console.log(`${kind} ${id}: ${take.write(file).toFixed(1)} s`);
    });
  }
}
