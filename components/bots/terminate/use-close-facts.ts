'use client';

import { useCall } from '#lib/client/use-call.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { type SpreadBand, spreadBand } from '#lib/formulas/termination.ts';
import { isGridKind } from '../bot-state.ts';
import { useRefreshClock } from '../use-refresh-clock.ts';
import type { ClosedLeg } from './close-leg.ts';

/** M-152: balances and spread are fetched anew every 10 s. */
const REFRESH_SECONDS = 10;
/** M-153: after 60 s the choices are stale. */
const TIMEOUT_SECONDS = 60;

export interface CloseFacts {
  /** Undefined while loading. Available and locked by coin. */
  readonly balances:
    | readonly { readonly currency: string; readonly available: string; readonly locked: string }[]
    | undefined;
  /** Signed contracts that a futures bot holds; undefined while loading and for bots without a contract. */
  readonly size: string | undefined;
  /** What is held was refused, or could not be had as yet. */
  readonly isHeldUnknown: boolean;
  readonly enquiryPrice: string;
  readonly lastPrice: string;
  readonly band: SpreadBand | null;
  readonly secondsToRefresh: number;
  readonly isTimedOut: boolean;
  /** Fetches anew and restarts both clocks. */
  readonly refresh: () => void;
}

/** What a bot holds by its coins: of grids by one call (M-287), of all others by another (M-288). That it cannot be had is told nowhere (M-345). */
function useHeldBalances({ strategy_id, strategy_type }: StrategyRow, isAsked: boolean) {
  const id = String(strategy_id);
  const isGrid = isGridKind(strategy_type);
  const ofGrid = useCall('gridBalance', isAsked && isGrid ? { path: { id } } : null);
  const ofOthers = useCall(
    'strategyBalances',
    isAsked && !isGrid ? { query: { strategy_id: id, strategy_type } } : null,
    { isSilent: true },
  );
  const { data, error, mutate } = isGrid ? ofGrid : ofOthers;
  const balances = isGrid ? ofGrid.data?.data?.assets.balances : ofOthers.data?.data?.spot;
  return { data, error, refresh: () => void mutate(), balances };
}

/** What the terminate dialog knows about the present of what it closes, and how old that is. */
export function useCloseFacts(bot: StrategyRow, { leg, account }: ClosedLeg, isOn: boolean): CloseFacts {
  const id = String(bot.strategy_id);
  const clock = useRefreshClock({
    refreshSeconds: REFRESH_SECONDS,
    timeoutSeconds: TIMEOUT_SECONDS,
    isOn,
    onRefresh: () => fetchAnew(),
  });
  const { isTimedOut } = clock;
  // What has timed out stands still: nothing is asked again, also not what was refused or failed.
  const isAsked = isOn && !isTimedOut;
  const balance = useHeldBalances(bot, isAsked);
  const enquiry = useCall(
    'enquiryPrice',
    isAsked
      ? {
          query: {
            strategy_id: id,
            strategy_type: bot.strategy_type,
            account,
            market: bot.market,
          },
        }
      : null,
    // The book of the step before says nothing of this one: coins would be sold by their contract's spread.
    { keepPreviousData: false },
  );
  const position = useCall(
    'position',
    isAsked && leg === 'futures' ? { path: { id }, query: { strategy_type: bot.strategy_type } } : null,
  );
  const fetchAnew = (): void => {
    balance.refresh();
    void position.mutate();
    void enquiry.mutate();
  };
  const prices = enquiry.data?.data;
  const { balances } = balance;
  // What the step before asked stays with it.
  const size = leg === 'futures' ? position.data?.data?.size : undefined;
  const held = leg === 'futures' ? position : balance;
  return {
    balances,
    size,
    isHeldUnknown:
      (leg === 'futures' ? size : balances) === undefined && (held.data !== undefined || held.error !== undefined),
    enquiryPrice: prices?.price ?? '--',
    lastPrice: prices?.last_price ?? '--',
    band: prices === undefined ? null : spreadBand(prices.price, prices.last_price),
    secondsToRefresh: clock.secondsToRefresh,
    isTimedOut,
    refresh: () => {
      clock.restart();
      fetchAnew();
    },
  };
}
