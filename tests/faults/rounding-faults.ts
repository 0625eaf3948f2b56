import { type Fault, of } from './fault.ts';

const PIECES = ['tests/unit/body-pieces.test.ts'];
const pieceBooks = of('lib/engine/body/piece-books.ts', PIECES);
const contractPieces = of('lib/engine/body/contract-pieces.ts', PIECES);
const debt = of('lib/engine/body/debt.ts', ['tests/unit/body-debt.test.ts']);
const typedMost = of('components/bots/actions/amount-input.tsx', ['tests/unit/bots-actions-dialogs.test.tsx']);
const sums = of('lib/money/decimal-text.ts', ['tests/unit/income-screen.test.tsx']);
const endSums = of('components/portfolio/end/plan.ts', ['tests/unit/portfolio-end-plan.test.ts']);
const arbitrage = of('lib/kinds/arbitrage/decisions.ts', ['tests/unit/engine-arbitrage.test.ts']);

/** What does not divide evenly, rounded to the wrong side; what is not known, taken for 0. */
export const ROUNDING_FAULTS: readonly Fault[] = [
  pieceBooks(
    'left === 0 ? cost : mulDivUp(cost, BigInt(lots), all)',
    'left === 0 ? cost : (cost * BigInt(lots)) / all',
  ),
  pieceBooks('(bought * BigInt(lots)) / all', '(bought * BigInt(lots) + all - 1n) / all'),
  contractPieces('divDown(amount * lots, lots + left)', '(amount * lots) / (lots + left)'),
  contractPieces('fee: -share(-whole.fee)', 'fee: share(whole.fee)'),
  debt('const worth = mulDivUp(owed, UNITS_PER_COIN, price);', 'const worth = (owed * UNITS_PER_COIN) / price;'),
  debt(
    'const worth = mulDivUp(debt.base, price, UNITS_PER_COIN);',
    'const worth = (debt.base * price) / UNITS_PER_COIN;',
  ),
  arbitrage('(open + 1n) / 2n', 'open / 2n'),
  typedMost('return shareTyped(most, 100, decimals, characters);', 'return formatAmount(most);'),
  typedMost('Math.max(0, characters - whole.length - 1)', 'decimals'),
  // What is not known is not 0.
  sums("if (![...figures, ...less].every(isFigure)) return '';", 'figures = figures.filter(isFigure);'),
  endSums('amount === null || unknown.has(asset)', 'amount === null'),
];
