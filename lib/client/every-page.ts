import { madeOf } from './call.ts';

/** Every page of a list, one after the other, at most so many: more are a fault of the exchange; `ask` has what the first said. Throws when a page does not come. */
export async function everyPage<R>(
  most: number,
  ask: (page: number, first: R | undefined) => Promise<R>,
  pagesOf: (reply: R) => number | undefined,
): Promise<readonly R[]> {
  const replies: R[] = [];
  for (let page = 1; page <= most; page += 1) {
    const reply = await ask(page, replies[0]);
    replies.push(reply);
    if (page >= (pagesOf(reply) ?? 1)) break;
  }
  return madeOf(replies[0], replies);
}

/** A page of rows. */
interface Rows<T> {
  readonly data?: readonly T[] | undefined;
  readonly pagecount?: number | undefined;
}

/** Every row of a list, page after page, in the order that the exchange has them; bounded, asked and refused as `everyPage`. */
export async function everyRow<T, R extends Rows<T> = Rows<T>>(
  most: number,
  ask: (page: number, first: R | undefined) => Promise<R & Rows<T>>,
): Promise<readonly T[]> {
  const replies = await everyPage<R & Rows<T>>(most, ask, ({ pagecount }) => pagecount);
  return madeOf(
    replies[0],
    replies.flatMap(({ data }) => data ?? []),
  );
}
