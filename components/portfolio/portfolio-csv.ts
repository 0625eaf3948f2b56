import { csvText, isoTime } from '#lib/client/file-texts.ts';
import type { Moves, Portfolio } from './portfolio.ts';

/** Files of the portfolio, in the exchange's own words and figures: every digit, no grouping, USDT where nothing else is said. */

const EXPOSURE = ['asset', 'held', 'long', 'short', 'owed', 'net', 'usdt'] as const;

/** Coin by coin, as the exchange ranks them. */
export function exposureCsv({ time, exposure }: Pick<Portfolio, 'time' | 'exposure'>): string {
  return csvText(
    ['time', ...EXPOSURE],
    exposure.map((row) => [isoTime(time), ...EXPOSURE.map((column) => row[column])]),
  );
}

type Move = Moves['moves'][number];

/** Each begins with its number, so that no name that its owner gave it begins a cell. */
function worstOf({ worst }: Move): string {
  return worst
    .map(({ strategy_id: id, strategy_name: name, usdt, finish_as: end }) => `${id} ${name}: ${usdt} ${end}`.trim())
    .join('; ');
}

/** A row a move, so that a column can be added up or drawn; what would end and who is hit hardest in one cell each. */
export function movesCsv({ time, bots, left_out, moves }: Moves): string {
  return csvText(
    ['time', 'percent', 'total', 'bots', 'accounts', 'ends', 'worst', 'reckoned_bots', 'left_out_bots'],
    moves.map((move) => [
      isoTime(time),
      String(move.percent),
      move.total,
      move.bots,
      move.accounts,
      move.ends.map((end) => `${end.reason}: ${end.bots}`).join('; '),
      worstOf(move),
      String(bots),
      String(left_out),
    ]),
  );
}
