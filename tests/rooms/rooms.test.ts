import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { checkRooms, ROOM_RULES } from './room-rules.ts';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A small house that keeps every rule; a test plants its one violation in it. */
const HOUSE: Record<string, string> = {
  'package.json': JSON.stringify({
    name: 'house',
    type: 'module',
    dependencies: { next: '1.0.0', react: '1.0.0' },
    devDependencies: { playwright: '1.0.0' },
    imports: {
      '#lib/*': './lib/*',
      '#server/*': './server/*',
      '#components/*': './components/*',
      '#tests/*': './tests/*',
    },
  }),
  'node_modules/next/package.json': '{"name":"next","version":"1.0.0","main":"index.js"}',
  'node_modules/next/index.js': 'export const next = 1;',
  'node_modules/react/package.json': '{"name":"react","version":"1.0.0","main":"index.js"}',
  'node_modules/react/index.js': 'export const react = 1;',
  'node_modules/playwright/package.json': '{"name":"playwright","version":"1.0.0","main":"index.js"}',
  'node_modules/playwright/index.js': 'export const playwright = 1;',
  'lib/money/amount.ts': 'export const one = 1;',
  'lib/time/durations.ts': 'export const day = 1;',
  'lib/formulas/levels.ts':
    "import { one } from '#lib/money/amount.ts'; import { day } from '#lib/time/durations.ts'; export const levels = [one, day];",
  'lib/indicators/average.ts': "import { one } from '#lib/money/amount.ts'; export const average = one;",
  'lib/contract/endpoints.ts': "import { one } from '#lib/money/amount.ts'; export const endpoints = one;",
  'lib/engine/body/books.ts': "import { levels } from '#lib/formulas/levels.ts'; export const books = levels;",
  'lib/strategies/rules.ts': "import { endpoints } from '#lib/contract/endpoints.ts'; export const rules = endpoints;",
  'lib/kinds/grid/params.ts': "import { one } from '#lib/money/amount.ts'; export const params = one;",
  'lib/kinds/grid/facts.ts': "import { one } from '#lib/money/amount.ts'; export const facts = one;",
  'lib/kinds/grid/definition.ts':
    "import { rules } from '../../strategies/rules.ts'; import { params } from './params.ts'; export const grid = [rules, params];",
  'lib/kinds/grid/decisions.ts':
    "import { books } from '../../engine/body/books.ts'; import { params } from './params.ts'; export const machine = [books, params];",
  'lib/kinds/grid/exchange.ts': "import { params } from './params.ts'; export const exchange = params;",
  'lib/kinds/facts.ts': "import { facts } from './grid/facts.ts'; export const all = facts;",
  'lib/kinds/definitions.ts': "import { grid } from './grid/definition.ts'; export const definitions = grid;",
  'lib/kinds/machines.ts':
    "import { machine } from './grid/decisions.ts'; export const machines = [machine, () => import('./grid/exchange.ts')];",
  'lib/kinds/exchange.ts':
    "import { machines } from './machines.ts'; export const exchanges = await Promise.all(machines);",
  'lib/client/hooks.ts':
    "import { react } from 'react'; import { definitions } from '#lib/kinds/definitions.ts'; export const hooks = [react, definitions];",
  'components/ui/button.ts': "import { react } from 'react'; export const button = react;",
  'components/trade/form.ts':
    "import { button } from '#components/ui/button.ts'; import { hooks } from '#lib/client/hooks.ts'; export const form = [button, hooks];",
  'server/settings/env.ts': "import { one } from '#lib/money/amount.ts'; export const env = one;",
  'server/exchange/main.ts':
    "import { machines } from '#lib/kinds/machines.ts'; import { exchanges } from '#lib/kinds/exchange.ts'; export const main = [machines, exchanges];",
  'app/page.ts':
    "import { form } from '#components/trade/form.ts'; import { env } from '#server/settings/env.ts'; export default [form, env];",
  'tests/support/server.ts': "import { env } from '#server/settings/env.ts'; export const server = env;",
};

async function rulesBrokenBy(planted: Record<string, string>): Promise<{ modules: number; rules: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'rooms-'));
  folders.push(folder);
  for (const [path, text] of Object.entries({ ...HOUSE, ...planted })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const { modules, violations } = await checkRooms(folder);
  return { modules, rules: [...new Set(violations.map((violation) => violation.rule))] };
}

const PLANTED: Record<string, Record<string, string>> = {
  'money-stands-alone': {
    'lib/money/bad.ts': "import { levels } from '#lib/formulas/levels.ts'; export const bad = levels;",
  },
  'time-stands-alone': {
    'lib/time/bad.ts': "import { one } from '#lib/money/amount.ts'; export const bad = one;",
  },
  'formulas-know-only-money': {
    'lib/formulas/bad.ts': "import { endpoints } from '#lib/contract/endpoints.ts'; export const bad = endpoints;",
  },
  'indicators-know-only-money': {
    'lib/indicators/bad.ts': "import { levels } from '#lib/formulas/levels.ts'; export const bad = levels;",
  },
  'contract-knows-only-money': {
    'lib/contract/bad.ts': "import { rules } from '#lib/strategies/rules.ts'; export const bad = rules;",
  },
  'engine-knows-no-wire': {
    'lib/engine/bad.ts':
      "import type { endpoints } from '#lib/contract/endpoints.ts'; export type Bad = typeof endpoints;",
  },
  'strategies-know-no-kind': {
    'lib/strategies/bad.ts':
      "import type { params } from '#lib/kinds/grid/params.ts'; export type Bad = typeof params;",
  },
  'kinds-know-no-screen': {
    'lib/kinds/grid/bad.ts': "import { button } from '#components/ui/button.ts'; export const bad = button;",
  },
  'kinds-stand-alone': {
    'lib/kinds/coins/params.ts': "import type { params } from '../grid/params.ts'; export type Params = typeof params;",
  },
  'variants-stand-on-one-kind': {
    'lib/kinds/margin-grid/params.ts':
      "import type { params } from '../grid/params.ts'; export type Params = typeof params;",
  },
  'machines-know-no-wire': {
    'lib/kinds/grid/bad.ts': "import type { rules } from '#lib/strategies/rules.ts'; export type Bad = typeof rules;",
  },
  'forms-never-bundle-engines': {
    'lib/kinds/grid/definition/bad.ts': "import { machine } from '../decisions.ts'; export const bad = machine;",
  },
  'tables-never-bundle-forms': {
    'lib/kinds/coins/facts.ts': "import { grid } from '../grid/definition.ts'; export const bad = grid;",
  },
  'browsers-bundle-nothing-of-the-exchange': {
    'lib/client/bad.ts': "import { exchanges } from '#lib/kinds/exchange.ts'; export const bad = exchanges;",
  },
  'exchange-halves-are-named-and-not-loaded': {
    'lib/kinds/machines.ts':
      "import { machine } from './grid/decisions.ts'; import { exchange } from './grid/exchange.ts'; export const machines = [machine, exchange];",
  },
  'backtests-know-no-wire': {
    'lib/backtest/bad.ts': "import { endpoints } from '#lib/contract/endpoints.ts'; export const bad = endpoints;",
  },
  'lib-knows-no-room-above': {
    'lib/client/bad.ts': "import { form } from '#components/trade/form.ts'; export const bad = form;",
  },
  'client-only-from-screens': {
    'server/bad.ts': "import { hooks } from '#lib/client/hooks.ts'; export const bad = hooks;",
  },
  'lib-is-pure': { 'lib/money/bad.ts': "import { readFileSync } from 'node:fs'; export const bad = readFileSync;" },
  'react-only-in-screens': { 'lib/formulas/bad.ts': "import { react } from 'react'; export const bad = react;" },
  'components-reach-no-server': {
    'components/trade/bad.ts': "import type { env } from '#server/settings/env.ts'; export type Bad = typeof env;",
  },
  'components-reach-server-through-nothing': {
    'components/trade/bad.ts': "import { chain } from '#lib/client/chain.ts'; export const bad = chain;",
    'lib/client/chain.ts': "import { env } from '#server/settings/env.ts'; export const chain = env;",
  },
  'ui-has-no-domain': { 'components/ui/bad.ts': "import { form } from '../trade/form.ts'; export const bad = form;" },
  'exchange-stands-alone': {
    'server/exchange/bad.ts': "import { env } from '../settings/env.ts'; export const bad = env;",
  },
  'exchange-knows-nothing-of-next': {
    'server/exchange/bad.ts': "import { next } from 'next'; export const bad = next;",
  },
  'web-never-imports-exchange': {
    'server/bad.ts': "import { main } from './exchange/main.ts'; export const bad = main;",
  },
  'server-knows-no-screen': {
    'server/bad.ts': "import { form } from '#components/trade/form.ts'; export const bad = form;",
  },
  'app-is-imported-by-nobody': {
    'components/trade/bad.ts': "import page from '../../app/page.ts'; export const bad = page;",
  },
  'tests-stay-in-tests': {
    'server/bad.ts': "import { server } from '#tests/support/server.ts'; export const bad = server;",
  },
  'no-cycles': {
    'lib/money/left.ts': "import { right } from './right.ts'; export const left = () => right;",
    'lib/money/right.ts': "import { left } from './left.ts'; export const right = () => left;",
  },
  'folders-have-no-cycles': {
    // No two files need each other, and no folder its neighbour: three of them in a ring, one tie a type alone.
    'server/exchange/bots/one.ts': "import { two } from '../views/two.ts'; export const one = two;",
    'server/exchange/views/two.ts': "import type { Three } from '../http/three.ts'; export const two: Three = 3;",
    'server/exchange/http/three.ts': "import { four } from '../bots/four.ts'; export type Three = typeof four;",
    'server/exchange/bots/four.ts': "import { one } from '#lib/money/amount.ts'; export const four = one;",
  },
  'no-orphans': { 'lib/money/alone.ts': 'export const alone = 1;' },
  'imports-resolve': { 'lib/money/bad.ts': "import { gone } from './gone.ts'; export const bad = gone;" },
  'no-development-packages-in-the-product': {
    'server/bad.ts': "import { playwright } from 'playwright'; export const bad = playwright;",
  },
};

describe('room rules', () => {
  it('let a house that keeps them pass, and have read its modules', async () => {
    const { modules, rules } = await rulesBrokenBy({});
    expect(rules).toEqual([]);
    expect(modules).toBe(Object.keys(HOUSE).filter((path) => /^(lib|server|components|app|tests)/.test(path)).length);
  });

  it('have each a planted violation in this test', () => {
    expect(Object.keys(PLANTED).sort()).toEqual([...ROOM_RULES].sort());
  });

  it.each(Object.keys(PLANTED))('catch a planted violation of %s', async (rule) => {
    const { rules } = await rulesBrokenBy(PLANTED[rule]!);
    expect(rules).toContain(rule);
  });

  it('let the margin grid stand on the spot grid, and not the other way round', async () => {
    const tie = (from: string, to: string) => ({
      [`lib/kinds/${from}/params.ts`]: `import { own } from '../${to}/own.ts'; export const all = own;`,
      [`lib/kinds/${to}/own.ts`]: "import { one } from '#lib/money/amount.ts'; export const own = one;",
    });
    expect((await rulesBrokenBy(tie('margin-grid', 'spot-grid'))).rules).toEqual([]);
    expect((await rulesBrokenBy(tie('spot-grid', 'margin-grid'))).rules).toEqual(['kinds-stand-alone']);
  });

  it.each(['server/', 'server/exchange/', 'components/', 'lib/'])(
    'catch folders of %s that need each other over others, one tie a type alone',
    async (house) => {
      // No two files need each other, and no folder its neighbour.
      const ring = {
        [`${house}left/one.ts`]: "import { two } from '../middle/two.ts'; export const one = two;",
        [`${house}middle/two.ts`]: "import type { Three } from '../right/three.ts'; export const two: Three = 3;",
        [`${house}right/three.ts`]: "import { four } from '../left/four.ts'; export type Three = typeof four;",
        [`${house}left/four.ts`]: "import { one } from '#lib/money/amount.ts'; export const four = one;",
      };
      const { rules } = await rulesBrokenBy(ring);
      expect(rules).toEqual(['folders-have-no-cycles']);
      const { [`${house}right/three.ts`]: _tie, ...order } = ring;
      const rest = await rulesBrokenBy({ ...order, [`${house}right/three.ts`]: 'export type Three = 3;' });
      expect(rest.rules).toEqual([]);
    },
  );

  it('report no modules for an empty house, which the gate treats as a failure', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rooms-'));
    folders.push(folder);
    expect((await checkRooms(folder)).modules).toBe(0);
  });
});
