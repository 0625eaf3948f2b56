import type { ParsedQueryOf } from '#lib/contract/contract.ts';
import { filterOfList } from '#lib/contract/list-filter.ts';
import { pageOf, sliceOfPage } from '#lib/contract/paging.ts';
import { pickerQuestion } from '#lib/contract/picker-question.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { Look, type LookPage, OtherLook } from './look.ts';
import type { Replica } from './replica.ts';

/** Looks follow each other every two seconds at most: who meets a new one twice in a row meets no third. */
const MOST_TRIES = 3;

/**
 * Answers public lists from a replica. When there is another look, what was asked of the one before is made of it first, and whoever asks meanwhile is
 * shown the one before, as on the exchange; for what that one has not, the next is asked.
 */
export class ListReader {
  private readonly replica: Replica;
  private look: Look | null = null;
  /** The next look on its way. */
  private coming: Look | null = null;

  constructor(replica: Replica) {
    this.replica = replica;
  }

  /**
   * The reply to a question, JSON as the exchange's own; null: the exchange has to be asked, because what the replica has is too old or not
   * whole. Rejects when the replica does not answer.
   */
  async recommendList(query: ParsedQueryOf<'recommendList'>): Promise<string | null> {
    const page = pageOf(query);
    let look = this.look ?? (await this.newest());
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      try {
        const found = await look.page(filterOfList(query), query.order_by ?? 'default', page);
        const items = await this.items(look, found);
        return items === null ? null : replyOf(items, page.page, found);
      } catch (error) {
        if (!(error instanceof OtherLook)) throw error;
        look = this.next(error.look);
      }
    }
    return null;
  }

  /** The same of a provider's bots. */
  async signalerStrategies(query: ParsedQueryOf<'signalerStrategies'>): Promise<string | null> {
    const page = pageOf(query);
    const { bots, hidden } = await this.replica.provider(query.anonymous);
    // Whom it does not know may be known to the exchange.
    if (bots === null) return null;
    const shown = bots.filter((id) => !hidden.includes(id));
    const items = await this.whole(sliceOfPage(shown, page));
    const count = shown.length;
    return items === null ? null : replyOf(items, page.page, { count, pages: Math.ceil(count / page.pageSize) });
  }

  /** The same of what the exchange works out of all bots. */
  async hotStrategies(query: ParsedQueryOf<'hotStrategies'>): Promise<string | null> {
    return this.kept('hotStrategies', pickerQuestion(query));
  }

  async strategyClass(query: ParsedQueryOf<'strategyClass'>): Promise<string | null> {
    return this.kept('strategyClass', pickerQuestion(query));
  }

  private async kept(call: string, question: string): Promise<string | null> {
    const { isFresh, reply } = await this.replica.reply(call, question);
    return isFresh ? reply : null;
  }

  private async newest(): Promise<Look> {
    const { look } = await this.replica.bots([]);
    this.look ??= new Look(look, this.replica);
    return this.look;
  }

  /** Another look. It takes the place of the one before when it has made what that one has. */
  private next(number: number): Look {
    if (this.coming?.number === number) return this.coming;
    const [before, coming] = [this.look, new Look(number, this.replica)];
    this.coming = coming;
    const over = (next: Look | null) => {
      if (this.coming === coming) this.coming = null;
      if (this.look === before) this.look = next;
    };
    const made = before === null ? Promise.resolve() : coming.makeAs(before);
    made.then(
      () => over(coming),
      // The replica is further by now, or does not answer: whoever asks next begins with what it has then.
      () => over(null),
    );
    return coming;
  }

  /** The bots of a page that are not hidden; null when one of them is not known, or too old. */
  private async items(look: Look, { ids }: LookPage): Promise<readonly string[] | null> {
    return this.whole(ids, (told) => {
      if (told !== look.number && this.coming === null) this.next(told);
    });
  }

  /** `onLook`: hears which look there is by now. */
  private async whole(
    ids: readonly number[],
    onLook: (number: number) => void = () => {},
  ): Promise<readonly string[] | null> {
    const told = await this.replica.bots(ids);
    onLook(told.look);
    const bots = new Map(told.bots.map((bot) => [bot.id, bot]));
    if (!told.isFresh || ids.some((id) => bots.get(id)?.isGood !== true)) return null;
    return ids.flatMap((id) => bots.get(id)?.item ?? []);
  }
}

function replyOf(items: readonly string[], page: number, { count, pages }: Pick<LookPage, 'count' | 'pages'>): string {
  return `{"code":${CODE.ok},"message":"","data":[${items.join(',')}],"page":${page},"pagecount":${pages},"totalcount":${count}}`;
}
