import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Every dialog of the product, and the browser test in which axe looks at it, in both themes. */
const LOOKED_AT: Readonly<Record<string, string>> = {
  'components/account/login-dialog.tsx': 'running-bots: log in again',
  'components/backtests/backtest-dialog.tsx': 'running-bots: a form with a backtest button; backtests',
  'components/backtests/backtest-drawer.tsx': 'backtests',
  'components/bots/actions/action-dialog.tsx':
    'running-bots: what may be changed of each kind; the transfer of form of spot-future-arbitrage',
  'components/bots/actions/with-edited-bot.tsx': 'running-bots: what may be changed, while it loads',
  'components/bots/compare/compare-dialog.tsx': 'copying: a copy beside its original',
  'components/bots/detail/bot-detail-dialog.tsx': 'bots',
  'components/bots/poster/poster-frame.tsx': 'poster',
  'components/bots/terminate/close-view.tsx': 'running-bots: end of each kind',
  'components/bots/terminate/terminate-dialog.tsx': 'running-bots: end of each kind',
  'components/conditions/condition-editor.tsx': 'running-bots: form of spot-compose-indicator',
  'components/copy/copy-form.tsx': 'copying',
  'components/create/coin-picker.tsx': 'running-bots: form of smart-position',
  'components/create/heat-map-table.tsx': 'running-bots: form of spot_grid',
  'components/create/order-overview-panel.tsx': 'running-bots: form of the martingales',
  'components/create/review-sheet.tsx': 'running-bots: review of each form',
  'components/create/trailing-modal.tsx': 'running-bots: form of spot_grid',
  'components/discovery/strategy-modal.tsx': 'copying: a card opens its bot',
  'components/earn/invest/edit-plan-dialog.tsx': 'auto-invest: another version',
  'components/earn/invest/redeem-dialog.tsx': 'auto-invest: the frame; the page in it by itself',
  'components/guides/guide-dialog.tsx': 'guides',
  'components/lab/lab-dialog.tsx': 'scenario-lab',
  'components/notifications/centre.tsx': 'notifications',
  'components/portfolio/end/end-dialog.tsx': 'portfolio: several bots are ended by one plan',
  'components/portfolio/protection/dry-run-dialog.tsx': 'protection: what would happen now',
  'components/trade/panel-place.tsx': 'running-bots: the form at 390 px',
  'components/ui/confirm.tsx': 'backtests: deleting asks',
  'components/ui/prompt-dialog.tsx': 'running-bots: agreement, fund password',
};

describe('dialogs', () => {
  it('stand each in the list of what axe looks at (H)', () => {
    const dialogs = globSync('{app,components}/**/*.tsx', { cwd: root }).filter((file) =>
      /(?:from |import\()'(?:#components\/ui|\.)\/dialog\.tsx'/.test(readFileSync(`${root}/${file}`, 'utf8')),
    );
    expect(dialogs.sort()).toEqual(Object.keys(LOOKED_AT).sort());
  });
});
