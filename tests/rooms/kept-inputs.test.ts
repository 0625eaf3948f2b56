import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/**
 * Every file that draws something to type into or to choose from: who keeps it when the language is changed, or why nobody does. A new
 * input belongs to one of the two lists.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Inputs that are told what stands in them and hold nothing themselves: whoever draws them does, and so stands in one of the lists. */
const DRAWN: readonly string[] = [
  'components/account/password-field.tsx',
  'components/backtests/fills-choice.tsx',
  'components/bots/actions/amount-input.tsx',
  'components/bots/kind-row.tsx',
  'components/bots/sort-choice.tsx',
  'components/bots/terminate/close-options.tsx',
  'components/conditions/condition-operand.tsx',
  'components/conditions/condition-row.tsx',
  'components/conditions/condition-side.tsx',
  'components/create/amount-block.tsx',
  'components/create/coin-list-panel.tsx',
  'components/create/coin-rows.tsx',
  'components/create/section-fields.tsx',
  'components/earn/invest/plan-fields.tsx',
  'components/earn/invest/plan-sort-choice.tsx',
  'components/form/amount-shares.tsx',
  'components/form/form-field.tsx',
  'components/form/leverage-steps.tsx',
  'components/form/text-area-field.tsx',
  'components/form/trailing-fields.tsx',
  'components/income/chart-place.tsx',
  'components/portfolio/bot-filters.tsx',
  'components/start/start-form.tsx',
  'components/trade/view-switch.tsx',
];

const namesIn = (file: string): string[] =>
  [...read(file).matchAll(/export function ([A-Z]\w*)/g)].map(([, name = '']) => name);

/** What a reader or a trader fills in or chooses. */
const INPUT = new RegExp(
  `<(?:input|select|textarea|Field|NumberField|Select|Segmented|Checkbox|RadioTabs|${DRAWN.flatMap(namesIn).join('|')})\\b|role="(?:checkbox|radio|switch|slider)"`,
);
/** How something is kept: for the page in another language, or for the session altogether. */
const KEEPING =
  /\b(?:useTyped|useTypedChoice|keepTyped|keepChoices)(?:<[^\n]*>)?\(|<keeper\.KeepTyped|writeStored\('(?:session|local)'|window\.history\.replaceState/;

const DRAFTS = 'components/form/form-state.ts';
const VIEW = 'lib/client/bots-view.ts';

/** By file, the one that keeps what is typed in it. */
const KEPT: Readonly<Record<string, string>> = {
  'components/account/login-form.tsx': 'components/account/use-login.ts',
  'components/account/register-form.tsx': 'components/account/register-form.tsx',
  'components/backtests/backtests-table.tsx': 'components/backtests/backtests-table.tsx',
  'components/bots/bots-table.tsx': VIEW,
  'components/bots/detail/bot-price-chart.tsx': 'components/bots/detail/bot-price-chart.tsx',
  'components/bots/detail/liquidation-estimate.tsx': 'components/bots/detail/liquidation-estimate.tsx',
  'components/bots/fork/fork-form.tsx': 'components/bots/fork/fork-draft.ts',
  'components/bots/fork/fork-moment.tsx': 'components/bots/fork/fork-draft.ts',
  'components/bots/fork/fork-money-form.tsx': 'components/bots/fork/fork-draft.ts',
  'components/bots/fork/fork-screen.tsx': 'components/bots/fork/fork-draft.ts',
  'components/conditions/saved-conditions.tsx': DRAFTS,
  'components/copy/copy-form.tsx': 'components/copy/copy-form.tsx',
  'components/create/ai-block.tsx': DRAFTS,
  'components/create/arbitrage-market-panel.tsx': DRAFTS,
  'components/create/coins-block.tsx': DRAFTS,
  'components/create/free-params-panel.tsx': DRAFTS,
  'components/create/indicator-market-switch.tsx': DRAFTS,
  'components/create/leverage-panel.tsx': DRAFTS,
  'components/create/moon-page.tsx': DRAFTS,
  'components/create/strategy-form.tsx': DRAFTS,
  'components/create/trailing-panel.tsx': DRAFTS,
  'components/create/trial-notice.tsx': DRAFTS,
  'components/discovery/list-filter-form.tsx': 'components/discovery/keep-choices.ts',
  'components/earn/invest/new-plan-page.tsx': 'components/earn/invest/new-plan-page.tsx',
  'components/earn/invest/plan-replay.tsx': 'components/earn/invest/plan-replay.tsx',
  'components/earn/invest/plans-page.tsx': 'components/earn/invest/plans-page.tsx',
  'components/earn/invest/plans-table.tsx': 'components/earn/invest/plans-table.tsx',
  'components/earn/order-dialog.tsx': 'components/earn/order-dialog.tsx',
  'components/help/example-form.tsx': 'components/help/example-form.tsx',
  'components/income/income-bars.tsx': 'components/income/income-bars.tsx',
  'components/income/income-line.tsx': 'components/income/income-line.tsx',
  'components/income/income-part.tsx': 'components/income/income-part.tsx',
  'components/my-bots/bots-section.tsx': VIEW,
  'components/notifications/settings/add-channel.tsx': 'components/notifications/settings/add-channel.tsx',
  'components/notifications/settings/rules-form.tsx': 'components/notifications/settings/rules-form.tsx',
  'components/portfolio/protection/coin-limits.tsx': 'components/portfolio/protection/coin-limits.tsx',
  'components/portfolio/protection/limits-form.tsx': 'components/portfolio/protection/use-typed-limits.ts',
  'components/portfolio/result-section.tsx': 'components/portfolio/result-section.tsx',
  'components/start/start-screen.tsx': 'components/start/start-screen.tsx',
  'components/trade/strategy-panel.tsx': 'components/trade/use-panel.ts',
  'components/trade/trade-screen.tsx': 'components/trade/trade-screen.tsx',
};

/** A dialog lies over the links to other languages; closed, what was typed in it was given up. */
const DIALOG = 'a dialog over the page, which the language cannot be changed under';
/** Nothing of it may lie in the browser. */
const SECRET = 'a secret, or a code that is good once';

const NOT_KEPT: Readonly<Record<string, readonly string[]>> = {
  [SECRET]: [
    'components/account/security/change-secret.tsx',
    'components/account/security/proof-form.tsx',
    'components/account/security/second-factor.tsx',
    'components/notifications/settings/channel-list.tsx',
  ],
  [DIALOG]: [
    'components/backtests/backtest-dialog.tsx',
    'components/bots/actions/deposit-dialog.tsx',
    'components/bots/actions/edit-dialog.tsx',
    'components/bots/actions/leverage-dialog.tsx',
    'components/bots/actions/margin-dialog.tsx',
    'components/bots/actions/range-dialog.tsx',
    'components/bots/actions/stops-dialog.tsx',
    'components/bots/actions/trailing-dialog.tsx',
    'components/bots/actions/withdraw-dialog.tsx',
    'components/bots/compare/compare-dialog.tsx',
    'components/bots/terminate/close-view.tsx',
    'components/conditions/condition-editor.tsx',
    'components/create/coin-picker.tsx',
    'components/create/review-sheet.tsx',
    'components/create/trailing-modal.tsx',
    'components/create/transfer-dialog.tsx',
    'components/earn/invest/edit-plan-dialog.tsx',
    'components/portfolio/end/end-dialog.tsx',
  ],
  'asked where something cannot be taken back: it is said anew': [
    'components/earn/invest/redeem-page.tsx',
    // Bots that are chosen to be ended.
    'components/portfolio/bot-list.tsx',
  ],
  'names of figures and terms, no inputs': [
    'components/bots/figures/figure-tip.tsx',
    'components/terms/term-choice.tsx',
  ],
  'which part of a bot is in sight: all of it is on the page': ['components/discovery/bot-parts.tsx'],
};

const drawing = globSync('{app,components}/**/*.tsx', { cwd: root }).filter(
  (file) => !file.startsWith('components/ui/') && !DRAWN.includes(file) && INPUT.test(read(file)),
);

/** Files that a file imports, late ones too. */
function importsOf(file: string): string[] {
  return [...read(file).matchAll(/(?:from |import\()'([^']+\.tsx?)'/g)].flatMap(([, to = '']) => {
    if (to.startsWith('#')) return [to.slice(1)];
    return to.startsWith('.') ? [join(dirname(file), to)] : [];
  });
}

function reaches(from: string, to: string): boolean {
  const seen = new Set([from]);
  for (const file of seen) {
    if (file === to) return true;
    for (const next of importsOf(file)) if (/^(components|lib\/client)\//.test(next)) seen.add(next);
  }
  return false;
}

describe('what is typed and chosen', () => {
  it('is kept when the language is changed, or it is said why not', () => {
    const listed = [...Object.keys(KEPT), ...Object.values(NOT_KEPT).flat()];
    expect(listed.toSorted()).toEqual(drawing.toSorted());
  });

  it.each(DRAWN)('is not held by %s', (file) => {
    // Whether something is open, and which point is told of.
    const held = read(file).replaceAll(/useState(?:\(false\)|<number \| null>\(null\))/g, '');
    expect(held).not.toMatch(/\b(?:useState|useReducer|useAtom)[<(]/);
    expect(read(file)).toMatch(INPUT);
  });

  it.each(Object.entries(KEPT))('of %s is kept by %s', (file, keeper) => {
    expect(read(keeper)).toMatch(KEEPING);
    const drawers = drawing.filter((one) => importsOf(one).includes(file));
    expect(reaches(keeper, file) || [file, ...drawers].some((one) => reaches(one, keeper))).toBe(true);
  });

  it('holds no secret: beside a field for one, what is kept is named', () => {
    const SAFE: Readonly<Record<string, readonly string[]>> = {
      'components/account/use-login.ts': ['account'],
      'components/account/register-form.tsx': ['values.account', 'values.nickname'],
      'components/notifications/settings/add-channel.tsx': [],
    };
    const besides = Object.entries(KEPT)
      .filter(([file]) => /<PasswordField|type="password"|one-time-code/.test(read(file)))
      .map(([, keeper]) => keeper);
    expect([...new Set(besides)].toSorted()).toEqual(Object.keys(SAFE).toSorted());
    for (const [keeper, safe] of Object.entries(SAFE))
      expect([...read(keeper).matchAll(/\b(?:useTyped|keepTyped)\([^,]+, ([^,]+),/g)].map(([, kept]) => kept)).toEqual(
        safe,
      );
    for (const file of globSync('components/**/*.{ts,tsx}', { cwd: root }))
      for (const [call] of read(file).matchAll(/\b(?:useTyped|keepTyped)\([^\n]*/g))
        expect(call, file).not.toMatch(/password|fundpass|token|target|\botp\b|\bcode\b/i);
  });
});
