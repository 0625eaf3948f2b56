import { gunzipSync } from 'node:zlib';

export interface CsvRow {
  /** As it stands in the file. */
  readonly line: string;
  /** Counted from 1, the header included. */
  readonly number: number;
}

/**
 * Lines of a CSV file, gzipped or plain, behind its header; empty ones are left out. Throws an error that names the
 * file when the header is another one.
 */
export function csvRows(content: Uint8Array, header: string, name: string): CsvRow[] {
  const isGzip = content[0] === 0x1f && content[1] === 0x8b;
  const lines = new TextDecoder().decode(isGzip ? gunzipSync(content) : content).split('\n');
  if (lines[0]?.trim() !== header) throw new Error(`${name} does not begin with "${header}"`);
  const rows: CsvRow[] = [];
  for (let i = 1; i < lines.length; i += 1) {
    const line = (lines[i] as string).trim();
    if (line !== '') rows.push({ line, number: i + 1 });
  }
  return rows;
}
