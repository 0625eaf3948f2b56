'use client';

import { type KeyboardEvent, type MouseEvent, memo, type ReactNode, useId } from 'react';
import { CardLabelContext } from './card-label.ts';
import { classNames } from './class-names.ts';
import { OneOfTwo } from './one-of-two.tsx';
import { Skeleton } from './skeleton.tsx';

export interface TableColumn<Row> {
  readonly id: string;
  readonly header: ReactNode;
  readonly align?: 'start' | 'end';
  /** How its rows stand by it, of a column that can sort. */
  readonly sorted?: 'ascending' | 'descending' | 'none';
  /** On phones rows become cards: the first column is their heading, a `wide` has a line of its own below those two by two, a `foot` stands last, without its header. */
  readonly onPhone?: 'hidden' | 'wide' | 'foot';
  /** Its cells tell by themselves how they are computed: on a card, where they stand under it, its name is no control. */
  readonly isExplained?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

/** What is done with a row stays in sight where the table is wider than its place. */
const PINNED = 'sticky end-0 bg-surface-1 group-hover:bg-surface-2';

/** Between columns: less where there are many, so that all are in sight on a desktop. */
const MANY_COLUMNS = 11;
function roomOf(columns: readonly unknown[]): string {
  return columns.length >= MANY_COLUMNS ? 'px-2' : 'px-3';
}

/** The rows of the one table (data-table.tsx): a table, or cards on a phone. Once the page is awake only what its screen shows is drawn. */
export function TableRows<Row>(props: LayoutProps<Row>) {
  return (
    <>
      <OneOfTwo isForPhones={false}>
        <WideTable {...props} />
      </OneOfTwo>
      <OneOfTwo isForPhones>
        <CardList {...props} />
      </OneOfTwo>
    </>
  );
}

/** Is drawn again where something that it hangs on is another than before. */
const Kept = memo(
  function Kept({ draw }: { readonly by: readonly unknown[]; readonly draw: () => ReactNode }) {
    return draw();
  },
  (before, now) => before.by.every((one, at) => one === now.by[at]),
);

type Opening<Row> = ((row: Row) => void) | undefined;

interface LayoutProps<Row> {
  readonly label: string;
  readonly columns: readonly TableColumn<Row>[];
  /** Undefined while the first load runs: skeleton rows of the same height. */
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string;
  readonly opensRow: (row: Row) => Opening<Row>;
  /** What stands in the corner of a row's card. */
  readonly cardCorner?: ((row: Row) => ReactNode) | undefined;
  readonly skeletonRows: number;
}

function WideTable<Row>({ label, columns, rows, rowKey, opensRow, skeletonRows }: LayoutProps<Row>) {
  const room = roomOf(columns);
  return (
    <div className="overflow-x-auto">
      <table aria-label={label} aria-busy={rows === undefined} className="w-full border-collapse text-xs">
        <thead className="sticky top-0 z-10 bg-surface-1 text-ink-3">
          <tr>
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                aria-sort={column.sorted}
                className={classNames(
                  'h-8 leading-4 font-normal whitespace-pre',
                  room,
                  column.align === 'end' ? 'text-end' : 'text-start',
                  column.onPhone === 'foot' && PINNED,
                )}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows === undefined
            ? Array.from({ length: skeletonRows }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
                <tr key={index} className="border-t">
                  {columns.map((column) => (
                    <td key={column.id} className={classNames('h-12', room, column.align === 'end' && 'text-end')}>
                      <Skeleton />
                    </td>
                  ))}
                </tr>
              ))
            : rows.map((row) => {
                const props = { row, columns, open: opensRow(row) };
                return <Kept key={rowKey(row)} by={Object.values(props)} draw={() => <TableRow {...props} />} />;
              })}
        </tbody>
      </table>
    </div>
  );
}

/** A click on the row and none of its controls; what happens in a dialog that one of them opened is no click on it. */
function isOnRow({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  const element = target as Element;
  return currentTarget.contains(element) && element.closest('a, button, input, select, label') === null;
}

/** Enter or space on the row itself; keys pressed inside its buttons stay theirs. */
function isOpeningKey(event: KeyboardEvent<HTMLElement>): boolean {
  return event.target === event.currentTarget && (event.key === 'Enter' || event.key === ' ');
}

interface RowProps<Row> {
  readonly row: Row;
  readonly columns: readonly TableColumn<Row>[];
  readonly open: Opening<Row>;
}

function TableRow<Row>({ row, columns, open }: RowProps<Row>) {
  const room = roomOf(columns);
  return (
    <tr
      tabIndex={open === undefined ? undefined : 0}
      onClick={open === undefined ? undefined : (event) => isOnRow(event) && open(row)}
      onKeyDown={(event) => {
        if (open === undefined || !isOpeningKey(event)) return;
        event.preventDefault();
        open(row);
      }}
      className={classNames(
        'border-t focus-visible:-outline-offset-2',
        open !== undefined && 'group cursor-pointer hover:bg-surface-2',
      )}
    >
      {columns.map((column) => (
        <td
          key={column.id}
          className={classNames(
            'h-12 whitespace-nowrap',
            room,
            column.align === 'end' ? 'text-end' : 'text-start',
            column.onPhone === 'foot' && PINNED,
          )}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

function CardList<Row>({ label, columns, rows, rowKey, opensRow, cardCorner, skeletonRows }: LayoutProps<Row>) {
  const place = 'flex flex-col gap-2 p-3';
  if (rows === undefined) {
    return (
      <div className={place} aria-busy>
        {Array.from({ length: Math.min(3, skeletonRows) }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
          <Skeleton key={index} className="h-28 w-full" />
        ))}
      </div>
    );
  }
  return (
    <ul aria-label={label} className={place}>
      {rows.map((row) => {
        const props = { row, columns, open: opensRow(row), corner: cardCorner };
        return <Kept key={rowKey(row)} by={Object.values(props)} draw={() => <Card {...props} />} />;
      })}
    </ul>
  );
}

function Card<Row>({
  row,
  columns,
  open,
  corner,
}: RowProps<Row> & { readonly corner: ((row: Row) => ReactNode) | undefined }) {
  const headingId = useId();
  const [heading, ...others] = columns;
  const shown = others.filter((column) => column.onPhone === undefined);
  const feet = others.filter((column) => column.onPhone === 'foot');
  const wide = others.filter((column) => column.onPhone === 'wide');
  return (
    // Out of sight it is not laid out: a long list costs as much as what one sees of it.
    <li className="relative rounded-lg border bg-surface-1 p-3 [contain-intrinsic-height:auto_10rem] [content-visibility:auto]">
      {/* The whole card opens the row; it lies under what the card shows, so that controls in it stay their own. */}
      {open !== undefined && (
        <button
          type="button"
          aria-labelledby={headingId}
          onClick={() => open(row)}
          className="absolute inset-0 rounded-lg focus-visible:-outline-offset-2"
        />
      )}
      <div className="pointer-events-none relative [&_:is(a,button,abbr,summary)]:pointer-events-auto">
        <div className="mb-2 flex items-start gap-3 text-sm">
          <div id={headingId} className="min-w-0 flex-1">
            {heading?.cell(row)}
          </div>
          {corner?.(row)}
        </div>
        {/* Names of figures that are controls lie a finger apart. */}
        <dl className={classNames('grid grid-cols-2 gap-x-4 text-xs', open === undefined ? 'gap-y-3' : 'gap-y-2')}>
          {shown.map((column) => (
            <div key={column.id} className="min-w-0">
              <dt className="text-ink-3">
                <CardLabelContext value={open !== undefined || column.isExplained === true}>
                  {column.header}
                </CardLabelContext>
              </dt>
              <dd className="break-words">{column.cell(row)}</dd>
            </div>
          ))}
        </dl>
        {wide.map((column) => (
          <dl key={column.id} className="mt-2 text-xs">
            <dt className="text-ink-3">{column.header}</dt>
            <dd className="break-words">{column.cell(row)}</dd>
          </dl>
        ))}
        {feet.map((column) => (
          <div key={column.id} className="mt-3 flex gap-2 empty:hidden [&>*]:flex-1">
            {column.cell(row)}
          </div>
        ))}
      </div>
    </li>
  );
}
