/** Texts of files that a trader takes along. */

const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * A cell of a CSV file. Spreadsheets run what begins with = + - @ or a control sign: anything but a plain number gets an
 * apostrophe before it, which they show as text.
 */
export function csvCell(text: string): string {
  const isDangerous = /^[=+\-@\t\r\n]/.test(text) && !PLAIN_NUMBER.test(text);
  const safe = isDangerous ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Rows under their columns, lines ended as RFC 4180 says. */
export function csvText(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  return `${[columns, ...rows].map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`;
}

/** CSV of these columns of each row, in the exchange's own words and figures; `times` (seconds) in ISO, one that was not yet (0) is empty. */
export function columnsCsv<Column extends string>(
  columns: readonly Column[],
  times: readonly NoInfer<Column>[],
  rows: readonly Readonly<Record<NoInfer<Column>, string | number>>[],
): string {
  const cell = (column: Column, value: string | number): string => {
    if (!times.includes(column)) return `${value}`;
    return Number(value) === 0 ? '' : isoTime(Number(value));
  };
  return csvText(
    columns,
    rows.map((row) => columns.map((column) => cell(column, row[column]))),
  );
}

export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** A moment of the wire, s, as ISO 8601 in UTC. */
export function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

/** Hands a text to the browser as a file. */
export function download(name: string, type: string, text: string): void {
  saveFile(name, new Blob([text], { type }));
}

/** The same of what is no text. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
