/** A fill where it lies in a picture. */
export interface GuideMark {
  readonly side: 'buy' | 'sell';
  readonly x: number;
  readonly y: number;
}

/** A mark is so wide and high: nearer ones lie on one another. Picture and marks shrink together, so it holds at every width. */
const [APART_X, APART_Y] = [10, 9];

/** The marks that can be told from each other, of the whole run: of those that lie on one another the first. */
export function seenMarks(marks: readonly GuideMark[]): readonly GuideMark[] {
  const drawn = new Map<string, GuideMark>();
  return marks.filter((mark) => {
    const [column, row] = [Math.floor(mark.x / APART_X), Math.floor(mark.y / APART_Y)];
    for (const x of [column - 1, column, column + 1])
      for (const y of [row - 1, row, row + 1]) {
        const other = drawn.get(`${mark.side} ${x} ${y}`);
        if (other !== undefined && Math.abs(other.x - mark.x) < APART_X && Math.abs(other.y - mark.y) < APART_Y)
          return false;
      }
    drawn.set(`${mark.side} ${column} ${row}`, mark);
    return true;
  });
}
