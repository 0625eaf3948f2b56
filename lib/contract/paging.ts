/** X43: rows of a page when the caller does not say. */
const DEFAULT_PAGE_SIZE = 10;

export interface Page {
  readonly page: number;
  readonly pageSize: number;
}

/** Both spellings of the size are accepted (X44); the documented `page_size` wins. */
export function pageOf(query: {
  readonly page?: number;
  readonly page_size?: number;
  readonly pageSize?: number;
}): Page {
  return { page: query.page ?? 1, pageSize: query.page_size ?? query.pageSize ?? DEFAULT_PAGE_SIZE };
}

/** The first row of a page, and the one after its last. */
export function boundsOf({ page, pageSize }: Page): readonly [from: number, until: number] {
  return [(page - 1) * pageSize, page * pageSize];
}

/** The rows of one page. */
export function sliceOfPage<T>(rows: readonly T[], page: Page): readonly T[] {
  return rows.slice(...boundsOf(page));
}
