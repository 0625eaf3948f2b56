import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { casts, castsOutside, loweredBorders } from './casts.ts';
import { lostKinds } from './kind-maps.ts';
import { longKinds, offences, SOURCE_RULES, sourceFiles } from './source-rules.ts';
import { WRITERS_OF_MONEY } from './writers-of-money.ts';

const PLANTED: Record<string, readonly [path: string, text: string]> = {
  'time-and-chance-are-handed-in': ['lib/engine/bad.ts', 'export const now = () => Date.now();'],
  'files-stay-small': ['lib/engine/bad.ts', 'export const a = 1;\n'.repeat(401)],
  'functions-stay-short': ['lib/engine/bad.ts', `export function bad() {\n${'  step();\n'.repeat(69)}}\n`],
  'fields-of-the-engine-are-declared': ['lib/engine/bad.ts', 'export class Bad {\n  private readonly at: number;\n}\n'],
  'casts-at-borders-only': ['components/bad.tsx', 'const bar = found as Bar;\n'],
  'files-are-named-for-what-they-export': ['components/bots/utils.ts', 'export const a = 1;'],
  'percents-have-one-writer': ['components/bots/bad.tsx', '<b>{share}%</b>'],
  'lists-have-one-writer': ['components/bots/bad.tsx', "t('unvalued', { assets: assets.join(', ') })"],
  'dates-and-figures-have-one-writer': ['components/bots/bad.tsx', "new Date(ms).toLocaleDateString('en')"],
  'lines-run-either-way': ['components/bad.tsx', '<p className="pl-2" />'],
  'browsers-over-plain-http': ['components/a.tsx', 'const key = crypto.randomUUID();\n'],
  'kinds-are-told-apart-by-facts': ['components/bots/bad.tsx', "const isGrid = kind === 'spot_grid';"],
  'words-of-bots-have-names': ['lib/kinds/spot-grid/bad.ts', 'export const lots = bot.words[bot.at + 3];'],
  'offsets-lie-in-the-layout': ['lib/engine/body/bad.ts', 'return this.slotsAt + i * 3;'],
  'slots-have-names': ['lib/kinds/spot-grid/bad.ts', "restBuy(bot, bot.cursor - 1, timeMs, 'counter-order');"],
  'lines-and-feeds-have-names': ['lib/engine/body/bad.ts', 'const above = bot.line(i + 1);'],
  'stages-have-one-writer': ['lib/kinds/spot-grid/bad.ts', "bot.status = 'running';"],
  'money-has-its-writers': ['lib/kinds/spot-grid/bad.ts', 'changeTotal(bot.quote, -paid);'],
  'rounding-up-stands-once': ['server/bad.ts', 'const fees = (sum + SCALE - 1n) / SCALE;'],
  'lengths-of-time-stand-once': ['server/bad.ts', 'const KEPT_MS = 7 * 86_400_000;'],
  'one-way-to-give-way': ['server/exchange/bad.ts', 'await new Promise((resolve) => setImmediate(resolve));'],
  'late-parts-are-asked-for-again': ['components/bad.tsx', "const Part = dynamic(() => import('./part.tsx'));"],
  'one-router': ['server/bad.ts', "const source = path.replace(/\\{\\w+\\}/g, '[^/]+');"],
  'one-key-pattern': ['server/bad.ts', 'if (!/^[\\w-]{16,64}$/.test(key)) return null;'],
  'one-body-reader': ['server/bad.ts', "request.on('data', (part) => parts.push(part));"],
  'one-logger': ['server/bad.ts', "console.error('it failed');"],
  'caches-are-lru': ['server/bad.ts', 'if (kept.size > MOST) kept.delete(kept.keys().next().value);'],
  'one-payload-decoder': ['server/exchange/bad.ts', 'const values = definitionOf(kind).decode(payload, spec);'],
  'kinds-are-loaded-once': ['server/exchange/bots/bad.ts', 'const parts = await MACHINES[kind].exchange();'],
  'one-word-each': ['lib/money/bad.ts', "const shown = precisionOf('smart-money', asset);"],
  'no-promises-in-comments': ['server/bad.ts', '// TODO later\nexport const a = 1;'],
};

describe('source rules', () => {
  it.each(SOURCE_RULES.map((rule) => rule.name))('catch a planted violation of %s', (rule) => {
    const [path, text] = PLANTED[rule]!;
    expect(offences(path, text).join('\n')).toContain(`(${rule})`);
  });

  it('count a function from its first line to its last, JSX and nested functions too, blank lines and comments not', () => {
    const lines = (count: number, line: string) => `${line}\n`.repeat(count);
    const found = (text: string) =>
      offences('components/bad.tsx', text).filter((one) => one.includes('functions-stay-short'));
    const planted: readonly ((count: number) => string)[] = [
      (count) => `export function Bad() {\n  return (\n    <>\n${lines(count - 6, '      <hr />')}    </>\n  );\n}\n`,
      (count) => `const outer = () => {\n  const inner = () => {\n${lines(count - 4, '    step();')}  };\n};\n`,
      (count) => `class Bad {\n  run() {\n${lines(count - 2, '    step();')}  }\n}\n`,
      (count) => `const bad = {\n  async run() {\n${lines(count - 2, '    step();')}  },\n};\n`,
      (count) => `class Bad {\n  static {\n${lines(count - 2, '    step();')}  }\n}\n`,
      (count) => `export const bad = ({\n${lines(count - 3, '  a,')}}: Props) =>\n  a;\n`,
    ];
    for (const of of planted) {
      expect(found(of(71)), of(71)).toHaveLength(1);
      expect(found(of(70)), of(70)).toEqual([]);
    }
    const silent = lines(10, '') + lines(10, '  // why') + lines(10, '  /** why */') + lines(10, '   * why');
    expect(found(`function fair() {\n${silent}${lines(68, '  step();')}}\n`)).toEqual([]);
    expect(
      found(`function fair() {\n  return (\n${lines(9, '    {/* why */}')}${lines(66, '    <hr />')}  );\n}\n`),
    ).toEqual([]);
  });

  it('count what a source says of a value against the compiler, and let elements of columns, keys of tables and `as const` be', () => {
    const counted = (text: string, path = 'lib/engine/bad.ts') => casts(path, text).length;
    for (const said of [
      'const a = b as Bar;',
      'const a = b as unknown as Bar;',
      'const a = JSON.parse(text) as Row;',
      'const a = rows[0] as string;',
      'const a = rows[0] as never;',
      'const a = bar.high as number;',
      'const a = call(b as Bar);',
      'const a = <Bar>b;',
      "const a = row['high'] as Bar;",
      'const a = JSON.parse(text)[0] as Bar;',
    ])
      expect(counted(said), said).toBe(1);
    expect(counted('const a = [b as Bar,\n  c as Bar];')).toBe(2);
    for (const fair of [
      "const a = ['x'] as const;",
      'const a = high[i] as number;',
      'const a = (isLow ? low[i] : high[i]) as number;',
      'const a = slots[feed] as WakeSlot;',
      'const a = rates.at(-1) as bigint;',
      'const a = Object.keys(TABLE) as Name[];',
      "import { a as b } from './a.ts';",
      "// said as Bar\nconst a = 'b as Bar';",
      'const a = { b } satisfies Bar;',
    ])
      expect(counted(fair), fair).toBe(0);
    expect(counted('const a = high[i] as number;', 'components/bad.ts')).toBe(1);
  });

  it('let a border have as many casts as are written down, and want the number lowered when there are fewer', () => {
    const border = 'lib/client/keyed-texts.ts';
    expect(castsOutside(border, 'const a = b as Bar;')).toEqual([]);
    expect(castsOutside(border, 'const a = b as Bar;\nconst c = d as Bar;')).toEqual([2]);
    expect(loweredBorders(new Map([[border, '']])).join()).toContain(`${border} (casts-at-borders-only): has 0`);
    expect(loweredBorders(new Map([[border, 'const a = b as Bar;']])).join()).not.toContain(border);
  });

  it('catch a kind of which decisions and params are together too long', () => {
    const source = (count: number) => 'export const a = 1;\n'.repeat(count);
    const kind = (decisions: number, params: number) =>
      new Map([
        ['lib/kinds/bad/decisions.ts', source(decisions)],
        ['lib/kinds/bad/params.ts', source(params)],
        ['lib/kinds/bad/engine.ts', source(300)],
        ['lib/kinds/other/params.ts', source(300)],
      ]);
    expect(longKinds(kind(250, 50))).toEqual([]);
    expect(longKinds(kind(250, 51)).join()).toContain('lib/kinds/bad (kinds-stay-small)');
  });

  it('catch a kind whose decisions do not say where what is decided, or lead to a file that is gone', () => {
    const map = [
      'opening: `opening.ts` –',
      'levels, path and stops: `stop` below',
      'pause: `catchUp` below',
      'end: here',
      'what its owner changes: nothing',
      'funding and liquidation: none',
    ];
    const kind = (lines: readonly string[], title = 'Where what is decided:') =>
      lostKinds(
        new Map([
          ['lib/kinds/bad/facts.ts', ''],
          ['lib/kinds/bad/opening.ts', ''],
          ['lib/kinds/bad/decisions.ts', `/**\n * ${title}\n${lines.map((line) => ` * - ${line}\n`).join('')} */\n`],
        ]),
      ).join();
    expect(kind(map)).toBe('');
    expect(kind(map, 'It decides:')).toContain('has no map');
    for (const [index, topic] of ['opening', 'stops', 'pause', 'end', 'owner changes', 'liquidation'].entries())
      expect(kind(map.filter((_line, at) => at !== index))).toContain(`no line about its ${topic}`);
    expect(kind([...map, 'levels: `levels.ts`'])).toContain('levels.ts, which is not there');
    expect(kind([...map, 'path: `lib/engine/path.ts`'])).toContain('lib/engine/path.ts, which is not there');
    expect(lostKinds(new Map([['lib/kinds/bad/facts.ts', '']])).join()).toContain('has no map');
  });

  it('catch a kind that writes money itself, and let it read', () => {
    const inKind = (text: string) => offences('lib/kinds/spot-grid/bad.ts', text);
    for (const text of [
      'bot.spareCost += paid;',
      'bot.base.lots -= sold;',
      'debt.quote = 0n;',
      'bot.freeBase.parts=1;',
    ])
      expect(inKind(text), text).not.toEqual([]);
    for (const text of ['if (bot.freeBase.lots === 0) return;', 'const own = (bot) => bot.quote;', 'bot.shift += 1;'])
      expect(inKind(text), text).toEqual([]);
  });

  it('catch a kind that is named or compared in any room but at home', () => {
    const inRooms = (text: string) =>
      [
        'lib/contract/copy-calls.ts',
        'lib/engine/bad.ts',
        'lib/kinds/listed.ts',
        'lib/strategies/bad.ts',
        'lib/client/bad.ts',
        'server/exchange/bots/bad.ts',
        'components/bad.tsx',
        'app/bad.tsx',
      ].map((path) => offences(path, text));
    for (const text of [
      "const isGrid = kind === 'spot_grid';",
      "case 'macd':",
      "const LISTED = ['keltner', 'boll'];",
      'const ORDER = { spot_grid: 1 };',
      "if (bot.strategy_type.includes('martingale')) return;",
      'if (INDICATOR_KINDS.some((one) => one === kind)) return;',
    ])
      for (const found of inRooms(text)) expect(found, text).not.toEqual([]);
    for (const home of ['lib/kinds/spot-grid/facts.ts', 'lib/kinds/facts.ts', 'lib/contract/kinds/spot-grid.ts'])
      expect(offences(home, "const isGrid = kind === 'spot_grid';"), home).toEqual([]);
    const demo = 'server/exchange/world/demo-wishes.ts';
    expect(offences(demo, "const first = { kind: 'spot_grid' };")).toEqual([]);
    expect(offences(demo, "const isGrid = kind === 'spot_grid';")).not.toEqual([]);
    const held = "const KIND = 'spot_grid';\nconst SOME: readonly string[] = ['macd'];\n";
    expect(offences(demo, `${held}make(KIND, SOME);`)).toEqual([]);
    for (const compared of ['kind === KIND', 'KIND !== kind', 'names.includes(KIND)', 'SOME.includes(kind)'])
      expect(offences(demo, `${held}if (${compared}) return;`), compared).not.toEqual([]);
    // Wherever in it the name stands: behind a type of several lines, in a list of lists, made by a function.
    for (const deep of [
      "const LISTED = ['BTC_USDT'].flatMap((market) => [\n  { market, kind: 'spot_grid' as const },\n]);\n",
      "const LISTED: ReadonlyMap<string, Kind> = new Map([\n  ['spot', 'spot_grid'],\n]);\n",
      "const make = (of: Kind) => {\n  const LISTED = listOf(of, 'spot_grid');\n};\n",
    ])
      for (const compared of ['LISTED.some((one) => one.kind === kind)', 'LISTED.has(name)', 'kind === LISTED'])
        expect(offences(demo, `${deep}const isOne = ${compared};`), deep).not.toEqual([]);
  });

  it('know who writes money: each of them does, and nobody else of the engine may', () => {
    const books = 'lib/engine/body/bad.ts';
    expect(offences(books, 'changeUnits(bot.quote, -paid);').join()).toContain('(money-has-its-writers)');
    const paths = sourceFiles('.', ['lib']);
    const money = SOURCE_RULES.find(({ name }) => name === 'money-has-its-writers')!;
    for (const path of paths.filter((one) => WRITERS_OF_MONEY.some((writer) => writer.test(one))))
      expect(money.offends(path, readFileSync(path, 'utf8')), path).not.toEqual([]);
  });

  it('catch the line and the feed next to one by whatever is added to a number', () => {
    for (const text of [
      'bot.line(slot - 1);',
      'bot.line(isBuy ? i : i + 1);',
      'prices[short.feed + 1];',
      'lay(feed + 1);',
      'bot.reasonOf(level - 1);',
      'restBuy(bot, bot.count - 1, timeMs);',
      "fill(bot, i, 'sell', i + 1, timeMs);",
    ])
      expect(offences('lib/kinds/spot-grid/bad.ts', text).join(), text).toContain('(lines-and-feeds-have-names)');
    expect(offences('lib/engine/body/bad.ts', 'bot.cursor = i + 1;')).toEqual([]);
  });

  it.each([
    ['one-router', "DEAR.set(browserPath(endpoint).replace(/\\{.*/, ''), work);"],
    ['one-router', "const [before] = path.split('{');"],
    ['one-key-pattern', 'const KEY = /^[A-Za-z0-9_-]{8,128}$/;'],
    ['one-key-pattern', 'const isKey = (text: string) => /^[a-f0-9]+$/.test(keyText);'],
    ['one-key-pattern', 'if (idempotencyKey.length > 64) return null;'],
    ['one-body-reader', 'for await (const part of request) parts.push(part);'],
    ['one-body-reader', 'const asked = await request.json();'],
    ['one-body-reader', 'const reader = request.body.getReader();'],
    ['one-body-reader', "import { json } from 'node:stream/consumers';"],
    ['one-logger', "import { pino } from 'pino';"],
    ['one-logger', "import pretty from 'pino-pretty';"],
    ['one-logger', "process.stderr.write('{}');"],
    ['one-logger', 'const log = createLog(write, Date.now);'],
    ['caches-are-lru', 'if (kept.size >= MOST_KEPT) kept.clear();'],
    ['caches-are-lru', 'const [oldest] = known.keys();'],
    ['caches-are-lru', 'const [longest] = this.#left.keys();'],
    ['one-payload-decoder', 'const issues = definition.check(values, context);'],
    ['one-payload-decoder', 'const { decode } = definitionOf(kind);'],
    ['one-payload-decoder', 'definitionOf(kind)\n  .check(values, context)\n  .filter(isError)'],
  ])('catch by %s a second one in the form of %s', (rule, text) => {
    expect(offences('server/exchange/bad.ts', text).join('\n')).toContain(`(${rule})`);
  });

  it.each([
    ['lib/contract/smart-position-calls.ts', ''],
    ['lib/formulas/bad.ts', 'export function smartPositionMinimum(coins: number): bigint {'],
    ['lib/money/bad.ts', 'export const SMART_USDT_DECIMALS = 2;'],
    ['server/exchange/bad.ts', '// As a combined indicator does it.'],
    ['components/bots/bad.tsx', 'const composeBots = bots.filter(usesConditions);'],
  ])('catch in %s a second word for what has one: %s', (path, text) => {
    expect(offences(path, text).join()).toContain('(one-word-each)');
  });

  it('leave the words of the wire and of the kind itself alone', () => {
    expect(
      offences('components/bad.tsx', "const { data } = useCall('smartBalance'); useCall('composeDetail');"),
    ).toEqual([]);
    expect(offences('lib/kinds/smart-position/bad.ts', 'export const smartSummary = SMART_DEFAULTS;')).toEqual([]);
  });

  it.each([
    '<p className="flex -ml-2" />',
    '<p className="md:text-right" />',
    '<p className="absolute right-2.5" />',
    '<p className="left-(--axis)" />',
    '<p className="md:left-auto" />',
    '<p className="border-l" />',
    '<p className="border-r-2 rounded-tl" />',
    '<p className="left-1/2 -translate-x-1/2" />',
    '<p className="origin-left" />',
    "<p style={{ top: 0, left: '2px' }} />",
    '<p style={{ marginLeft: 2 }} />',
  ])('catch a side of the screen in %s', (text) => {
    expect(offences('components/bad.tsx', text).join()).toContain('(lines-run-either-way)');
    expect(offences('components/chart/fair.tsx', text)).toEqual([]);
  });

  it('let be what runs with the line, is the same on both sides, or has its other direction beside it', () => {
    for (const text of [
      '<p className="ms-2 pe-3 text-end start-0 border-s rounded-s inset-x-0 space-x-1 text-lime-500" />',
      '<p className="origin-right rtl:origin-left" />',
      "const left = right - 2; const place = 'left';",
    ])
      expect(offences('components/fair.tsx', text), text).toEqual([]);
  });

  it('let time in at the composition root of the exchange only', () => {
    expect(offences('server/exchange/surroundings/clock.ts', 'const now = Date.now();')).toEqual([]);
    expect(offences('server/exchange/bots/live.ts', 'const now = Date.now();')).not.toEqual([]);
  });
});
