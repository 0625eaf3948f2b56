/**
 * The rooms of the house and the doors between them (README, "Map of rooms"). Each rule's comment is the remedy.
 * SWC parses: dependency-cruiser reads no modules with TypeScript 7's own parser and then finds "no violations".
 * tests/rooms plants a violation of every rule and sees it caught.
 */

type Restriction = Readonly<Record<string, unknown>>;

export interface RoomRule {
  readonly name: string;
  readonly severity: 'error';
  /** The remedy, shown with every violation. */
  readonly comment: string;
  readonly from: Restriction;
  readonly to: Restriction;
}

/** Lengths of time: plain numbers, which every room may take from there. */
const TIME = 'lib/time/';

/** Everything under `from` may reach only the folders of `to` (and packages and Node's own, unless another rule says no). */
const only = (name: string, from: string, to: readonly string[], comment: string): RoomRule => ({
  name,
  severity: 'error',
  comment,
  from: { path: `^${from}` },
  to: {
    path: '^(lib|server|components|app|messages|tests|proxy)(/|[.])',
    pathNot: [TIME, ...to].map((folder) => `^${folder}`),
  },
});

const never = (name: string, comment: string, from: Restriction, to: Restriction): RoomRule => ({
  name,
  severity: 'error',
  comment,
  from,
  to,
});

/** What stands in a kind's folder beside its machine: what forms, tables and the exchange have to know of it. */
const FACTS = '(definition|presets|facts|exchange|demo|help)(/|[.]ts)';

/** The one kind that is another one with something around it: all of the margin grid that is no loan is the spot grid. */
const VARIANT = 'margin-grid';
const VARIED = 'spot-grid';

const EXCHANGE_HALVES = ['^lib/kinds/exchange[.]ts', '^lib/kinds/[^/]+/(exchange|demo)[.]ts'];

/** The registry of what runs bots, in the browser's workers and on the exchange. */
const MACHINES = '^lib/kinds/machines[.]ts';

export const ROOM_GRAPH = {
  forbidden: [
    only(
      'money-stands-alone',
      'lib/money/',
      ['lib/money/'],
      'lib/money imports no other room: pass what it needs as an argument.',
    ),
    only('time-stands-alone', TIME, [], 'lib/time imports nothing: every room may import it.'),
    only(
      'formulas-know-only-money',
      'lib/formulas/',
      ['lib/(money|formulas)/'],
      'lib/formulas may import lib/money only: take plain numbers and amounts as arguments, leave wire shapes to the kinds’ definitions.',
    ),
    only(
      'indicators-know-only-money',
      'lib/indicators/',
      ['lib/(money|indicators)/'],
      'lib/indicators may import lib/money only: feed them candles as plain columns.',
    ),
    only(
      'contract-knows-only-money',
      'lib/contract/',
      ['lib/(money|contract)/'],
      'lib/contract may import lib/money only: what uses a call imports the contract, not the other way round.',
    ),
    only(
      'engine-knows-no-wire',
      'lib/engine/',
      ['lib/(money|formulas|indicators|engine)/', 'lib/contract/(vocabulary|bot-words)[.]ts'],
      'lib/engine may import money, formulas, indicators and the shared words (contract/vocabulary.ts, bot-words.ts) only: decode wire values in a kind’s definition and hand exact params in.',
    ),
    only(
      'strategies-know-no-kind',
      'lib/strategies/',
      ['lib/(money|formulas|indicators|contract|engine|strategies)/'],
      'lib/strategies is what all kinds share: what one of them has of its own stands in its folder (lib/kinds/<kind>/), which imports what it shares.',
    ),
    only(
      'kinds-know-no-screen',
      'lib/kinds/',
      ['lib/(money|formulas|indicators|contract|engine|strategies|kinds)/'],
      'lib/kinds may import money, formulas, indicators, contract, engine and strategies: a definition is data, its screen is in components/, its driver in lib/backtest or on the exchange.',
    ),
    never(
      'kinds-stand-alone',
      'A kind imports no other kind: what two of them need stands in lib/strategies (forms: grid/, portfolio/, rules/) or lib/engine/body (machines).',
      { path: '^lib/kinds/([^/]+)/', pathNot: `^lib/kinds/${VARIANT}/` },
      { path: '^lib/kinds/[^/]+/', pathNot: '^lib/kinds/$1/' },
    ),
    never(
      'variants-stand-on-one-kind',
      'The margin grid is a spot grid with a loan around it and imports that one alone: what another kind needs as well is shared (see kinds-stand-alone).',
      { path: `^lib/kinds/${VARIANT}/` },
      { path: '^lib/kinds/[^/]+/', pathNot: `^lib/kinds/(${VARIANT}|${VARIED})/` },
    ),
    never(
      'machines-know-no-wire',
      'What a kind decides (all of its folder but definition, presets, facts, help and exchange) goes by exact params: decode wire values and form text in its definition/ and hand params in.',
      { path: '^lib/kinds/[^/]+/', pathNot: `^lib/kinds/[^/]+/${FACTS}` },
      {
        path: `^lib/(strategies/|contract/|kinds/[^/]+[.]ts|kinds/[^/]+/${FACTS})`,
        pathNot: '^lib/contract/(vocabulary|bot-words)[.]ts',
      },
    ),
    never(
      'forms-never-bundle-engines',
      'Forms, tables and the exchange halves take params and types of a kind only; the machines stay behind lib/kinds/machines.ts, in the worker or on the exchange.',
      { path: [`^lib/kinds/[^/]+/${FACTS}`, '^lib/strategies/', '^lib/kinds/(?!machines|exchange)[^/]+[.]ts'] },
      {
        path: `^lib/(engine/body/|backtest/backtest|kinds/(machines|exchange)[.]|kinds/[^/]+/(?!params[.]|${FACTS}))`,
        dependencyTypesNot: ['type-only'],
      },
    ),
    never(
      'tables-never-bundle-forms',
      'A kind’s facts are plain data: tables and public pages bundle them without any form.',
      { path: ['^lib/kinds/(facts|catalogue|table-columns)[.]ts', '^lib/kinds/[^/]+/facts[.]ts'] },
      {
        path: '^lib/kinds/(definitions[.]ts|[^/]+/(definition|presets))',
        dependencyTypesNot: ['type-only'],
      },
    ),
    never(
      'browsers-bundle-nothing-of-the-exchange',
      'Only the exchange imports lib/kinds/exchange.ts and the kinds’ exchange halves: what forms need as well stands in the definition.',
      { pathNot: ['^(server/exchange|tests)/', MACHINES, ...EXCHANGE_HALVES] },
      { path: EXCHANGE_HALVES },
    ),
    never(
      'exchange-halves-are-named-and-not-loaded',
      'lib/kinds/machines.ts is in the browser’s workers too: it says how the exchange loads a kind’s half (import()), and does not load it.',
      { path: MACHINES },
      { path: EXCHANGE_HALVES, dependencyTypesNot: ['dynamic-import', 'type-only'] },
    ),
    only(
      'backtests-know-no-wire',
      'lib/backtest/',
      ['lib/(money|formulas|indicators|engine|strategies|kinds|backtest)/', 'lib/contract/(vocabulary|bot-words)[.]ts'],
      'lib/backtest drives machines of lib/kinds over candles: hand exact params in, show reports elsewhere.',
    ),
    only(
      'lib-knows-no-room-above',
      'lib/',
      ['lib/', 'messages/'],
      'lib/ is below components, app and server: move what both need down into lib/, or pass it in.',
    ),
    never(
      'client-only-from-screens',
      'lib/client has React hooks and browser state: only components/ and app/ may import it; share pure code from another folder of lib/.',
      { path: '^(lib|server|proxy)', pathNot: '^lib/client/' },
      { path: '^lib/client/' },
    ),
    never(
      'lib-is-pure',
      'lib/ runs in browsers, workers and servers alike: no Node modules there; hand in what they give.',
      { path: '^lib/', pathNot: '^lib/i18n/request[.]ts' },
      { dependencyTypes: ['core'] },
    ),
    never(
      'react-only-in-screens',
      'React is for lib/client, lib/i18n, components/ and app/: keep rules and figures free of it.',
      { path: '^(lib/(money|time|formulas|indicators|contract|engine|kinds|backtest|strategies)|server)/' },
      { path: 'node_modules/(react|react-dom|swr|jotai|next-intl|@radix-ui)/' },
    ),
    only(
      'components-reach-no-server',
      'components/',
      ['components/', 'lib/', 'messages/'],
      'components/ reaches lib/ only: call the contract through lib/client, or let app/ pass the value as a prop.',
    ),
    never(
      'ui-has-no-domain',
      'components/ui is primitives without domain words: give the value as a prop from the screen’s own folder.',
      { path: '^components/ui/' },
      { path: '^(components/(?!ui/)|lib/(contract|engine|kinds|backtest|strategies|formulas)/)' },
    ),
    only(
      'exchange-stands-alone',
      'server/exchange/',
      [
        'server/exchange/',
        'server/(log/|tls/|metrics/metrics\\.ts)',
        'lib/(money|formulas|indicators|contract|engine|kinds|backtest|strategies|limits)/',
        // What notifications say where no screen of ours is.
        'messages/[a-z]+/(notifications|bots)[.]json',
      ],
      'The paper exchange is an upstream like any other: it may import pure lib/ rooms and itself, nothing of the web process; of the texts those of notifications alone.',
    ),
    never(
      'exchange-knows-nothing-of-next',
      'The paper exchange knows nothing of Next: it is a process of its own.',
      { path: '^server/exchange/' },
      { path: 'node_modules/next/' },
    ),
    never(
      'web-never-imports-exchange',
      'The web process talks to the exchange over HTTP only (server/upstream/upstream.ts is the switch). A worker and a recorder are the same program as the exchange, in processes of their own.',
      { path: '^(server/(?!exchange/|worker/|recorder/)|app/|components/|lib/|proxy[.]ts)' },
      { path: '^server/exchange/' },
    ),
    only(
      'server-knows-no-screen',
      'server/',
      ['server/', 'lib/(?!client/)', 'messages/[a-z]+/(notifications|bots)[.]json'],
      'server/ has no screens: return data, let app/ and components/ show it.',
    ),
    never(
      'app-is-imported-by-nobody',
      'app/ only composes: move what you share into components/ or lib/. What a page says of itself to search engines is looked at by tests/unit/pages-*.',
      { path: '^(lib|server|components|tests|proxy)', pathNot: '^tests/unit/pages-' },
      { path: '^app/' },
    ),
    never(
      'tests-stay-in-tests',
      'Product code never imports tests/: move the shared part into its room.',
      { path: '^(lib|server|components|app|proxy)' },
      { path: '^tests/' },
    ),
    never('no-cycles', 'Two files need each other: move what both need into a third.', {}, { circular: true }),
    never(
      'no-orphans',
      'Nothing imports this file and it imports nothing: delete it, or connect it.',
      {
        orphan: true,
        path: '^(lib|server|components)/',
        pathNot: [
          '-worker[.]ts$',
          '^server/(start|dev|web|watch-parent|pages/page-cache)[.]ts$',
          '^server/exchange/store/copy-database[.]ts$',
        ],
      },
      {},
    ),
    never(
      'imports-resolve',
      'This import points at nothing: write the path with its extension, or list the package in package.json.',
      { path: '^(lib|server|components|app|proxy|tests)' },
      // `server-only` has no entry outside React's server condition; CSS and generated types are not modules.
      { couldNotResolve: true, pathNot: ['[.]css$', '^server-only$', '^node:'] },
    ),
    never(
      'no-development-packages-in-the-product',
      'The product may not need a development package: move it to dependencies or do without.',
      { path: '^(lib|server|components|app|proxy)' },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: 'node_modules/@types/' },
    ),
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['[.]next'] },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
