import type { ParsedQueryOf } from '#lib/contract/contract.ts';
import { filterOfList } from '#lib/contract/list-filter.ts';
import { pageOf } from '#lib/contract/paging.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { Look, type LookPage, OtherLook } from './look.ts';
import type { Replica } from './replica.ts';

/** Looks follow each other every two seconds at most: who meets a new one twice in a row meets no third. */
const MOST_TRIES = 3;

/** Answers the recommended list from a replica. */
export class ListReader {
  private readonly replica: Replica;
  private look: Look | null = null;

  constructor(replica: Replica) {
    this.replica = replica;
  }

  /**
   * The reply to a question, JSON as the exchange's own; null: the exchange has to be asked, because what the replica has is too old or not
   * whole. Rejects when the replica does not answer.
   */
  async recommendList(query: ParsedQueryOf<'recommendList'>): Promise<string | null> {
    const page = pageOf(query);
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const look = this.look ?? (await this.newest());
      try {
        const found = await look.page(filterOfList(query), query.order_by ?? 'default', page);
        const items = await this.items(look, found);
        return items === null ? null : replyOf(items, page.page, found);
      } catch (error) {
        if (!(error instanceof OtherLook)) throw error;
        // Of many who meet a new look one begins it.
        if (this.look === look) this.look = new Look(error.look, this.replica);
      }
    }
    return null;
  }

  private async newest(): Promise<Look> {
    const { look } = await this.replica.bots([]);
    this.look ??= new Look(look, this.replica);
    return this.look;
  }

  /** The bots of a page that are not hidden; null when one of them is not known, or too old. */
  private async items(look: Look, { ids }: LookPage): Promise<readonly string[] | null> {
    const told = await this.replica.bots(ids);
    if (told.look !== look.number) throw new OtherLook(told.look);
    const bots = new Map(told.bots.map((bot) => [bot.id, bot]));
    if (!told.isFresh || ids.some((id) => bots.get(id)?.isGood !== true)) return null;
    return ids.flatMap((id) => bots.get(id)?.item ?? []);
  }
}

function replyOf(items: readonly string[], page: number, { count, pages }: LookPage): string {
  return `{"code":${CODE.ok},"message":"","data":[${items.join(',')}],"page":${page},"pagecount":${pages},"totalcount":${count}}`;
}
