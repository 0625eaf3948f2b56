import { linesMatching, type SourceRule } from './source-rule.ts';
import { MONEY, WRITERS_OF_MONEY } from './writers-of-money.ts';

/** The layout, the bots over it, and the hot module that finds the next line on either side of the cursor. */
const KNOW_PLACES = /\/(layout|ladder-bot|coin-bot|path)\.ts$/;

/** What only some modules of the engine may do: the layout adds offsets, the bots have their places, and each word of a bot its writer. */
export const BODY_RULES: readonly SourceRule[] = [
  {
    name: 'words-of-bots-have-names',
    remedy:
      'Read and write by a name of the bot or a class of namedWords: only the layout and the bots themselves know offsets.',
    appliesTo: (path) => /^lib\/(engine\/body|kinds)\//.test(path) && !/\/(layout|ladder-bot|coin-bot)\.ts$/.test(path),
    offends: (_path, text) => linesMatching(text, /\bwords\[|\bwords\.(set|fill|copyWithin|subarray)\(/),
  },
  {
    name: 'offsets-lie-in-the-layout',
    remedy:
      'Say what lies behind what with partsOf, behind, cellAt and shiftRows of lib/engine/body/layout.ts: only it adds offsets.',
    appliesTo: (path) =>
      /^lib\/(engine\/(body\/|equity-watch)|kinds\/)/.test(path) && path !== 'lib/engine/body/layout.ts',
    offends: (_path, text) =>
      linesMatching(
        text,
        /\b(?:this\.at|\w+At) [-+*] |\bwords\[[^\]]* [-+*] |\.copyWithin\(|\b[A-Z]\w*(?:\.size|\.words|_WORDS) [-+*] |[-+*] [A-Z]\w*(?:\.size|\.words|_WORDS)\b/,
      ),
  },
  {
    // Beside each other in a list of lines or slots: formulas know intervals, bots their slots.
    name: 'slots-have-names',
    remedy:
      'Ask the ladder for its slotsAbove and slotsBelow, a fill for its slot, and lib/formulas/grid-levels.ts for intervals of lines.',
    appliesTo: (path) =>
      /^lib\/kinds\/[^/]+\/[^/]+$/.test(path) || (path.startsWith('lib/engine/body/') && !KNOW_PLACES.test(path)),
    offends: (_path, text) => linesMatching(text, /\bcursor [-+] \d|\[\w+ [-+] 1\]|\? i : i \+ 1/),
  },
  {
    // The leg is where a mark's feed gets its name.
    name: 'lines-and-feeds-have-names',
    remedy:
      'Ask the bot for `line`, `sellLine` or `sellLevel` of a slot, for `slotSellingOn` a line, for its `highestSlot`, and the contract for its `feed` or `markFeed`: only they know which number stands next to which.',
    appliesTo: (path) =>
      /^lib\/(engine\/body|kinds)\//.test(path) && !KNOW_PLACES.test(path) && !/\/contract-leg\.ts$/.test(path),
    offends: (_path, text) =>
      linesMatching(
        text,
        /\b[lL]ine\([^()]*[+-] 1\)|\b[fF]eed [+-] 1\b|\b(?:level|count) - 1\b|\bbot\.count \+ 1\b|'sell', \w+ \+ 1\b/,
      ),
  },
  {
    // Bots from their store are given both words of it, and the moment that they had.
    name: 'stages-have-one-writer',
    remedy:
      'Let setStage or beginOpening of lib/engine/body/stage.ts move a bot on, and askAt or openAt say when it wants to be woken: half a stage is none.',
    appliesTo: (path) =>
      /^lib\/(engine\/body|kinds)\//.test(path) && !/\/(stage|snapshot|round-snapshot)\.ts$/.test(path),
    offends: (path, text) =>
      linesMatching(
        text,
        path.startsWith('lib/kinds/') ? /\.(status|step) = |\.wakeAtMs = (?!readTime\()/ : /\.(status|step) = /,
      ),
  },
  {
    name: 'money-has-its-writers',
    remedy:
      'Let lib/engine/body/books.ts or debt.ts book it: a kind decides what happens, the books write every fill once.',
    appliesTo: (path) => /^lib\/(engine|kinds)\//.test(path) && !WRITERS_OF_MONEY.some((writer) => writer.test(path)),
    offends: (_path, text) =>
      linesMatching(
        text,
        new RegExp(
          [
            '\\b(addUnits|subtractUnits|addParts|subtractParts|setTotal|changeTotal|changeUnits|setCoins|changeCoins|addCoins)\\b',
            '\\bsink\\.(fill|cash)\\b',
            `\\.(${MONEY})(\\.(high|low|parts|lots))?\\s*[-+]?=(?![=>])`,
          ].join('|'),
        ),
      ),
  },
];
