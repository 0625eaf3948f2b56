import { createBudgets } from './budgets.ts';
import { createPlaces } from './places.ts';
import type { Client, Work } from './work.ts';

/**
 * Who may come in now. Two questions: has this client work left in its budget (429 when not), and is there a place for
 * work of this sort (503 when not). What an answer took beyond what it was let in for is charged when it is out. As places fill, those who have used most of their budget are sent away first, so
 * that a newcomer finds one in the middle of a flood. Browsers that have logged in before have budgets and places of
 * their own: strangers cannot take them, nor can one address that makes itself many browsers.
 */
export interface Admission {
  enter(client: Client, work: Work): Promise<Entrance>;
}

export type Entrance =
  /** `spent`: what was measured of the answer, units. */
  | { readonly isIn: true; leave(spent?: number): void }
  | { readonly isIn: false; readonly status: 429 | 503; readonly retryAfterS: number };

export interface AdmissionOptions {
  /** Units of work a second that one address may ask for. */
  readonly addressBudget: number;
  nowMs(): number;
}

export function createAdmission({ addressBudget, nowMs }: AdmissionOptions): Admission {
  const budgets = createBudgets(addressBudget, nowMs);
  const places = createPlaces();
  return {
    async enter(client, { sort, cost, least = cost }) {
      const waitMs = await budgets.take(client, cost);
      if (waitMs > 0) return { isIn: false, status: 429, retryAfterS: Math.ceil(waitMs / 1_000) };
      const used = await budgets.used(client);
      // From here on nothing waits: a place that is seen free is taken.
      const refusal = places.refusal(client, sort, used);
      if (refusal !== null) return { isIn: false, ...refusal };
      const leave = places.take(client, sort);
      let isSettled = false;
      return {
        isIn: true,
        leave(spent = 0) {
          leave();
          if (!isSettled) budgets.settle(client, least + spent - cost);
          isSettled = true;
        },
      };
    },
  };
}
