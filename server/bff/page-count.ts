import { isRecord } from '#lib/contract/is-record.ts';
import { pageOf } from '#lib/contract/paging.ts';
import type { Call } from './call-table.ts';

function sizeIn(query: URLSearchParams, name: 'page_size' | 'pageSize'): Record<string, number> {
  const size = query.get(name);
  return size === null ? {} : { [name]: Number(size) };
}

/**
 * A list with the number of its pages, which whoever turns them reads. Of several lists the documents name that of their rows alone (M-283): what an
 * exchange tells in rows is told in pages of the size that was asked for. `address`: as it was asked, with its query.
 */
export function withPageCount({ queryNames }: Call, address: string, value: unknown): unknown {
  if (!queryNames.includes('page_size') || !isRecord(value)) return value;
  const { pagecount, totalcount } = value;
  if (pagecount !== undefined || typeof totalcount !== 'number') return value;
  const query = new URLSearchParams(address.split('?')[1] ?? '');
  const { pageSize } = pageOf({ ...sizeIn(query, 'page_size'), ...sizeIn(query, 'pageSize') });
  return { ...value, pagecount: Math.ceil(totalcount / pageSize) };
}
