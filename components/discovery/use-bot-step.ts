'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import { isRecord } from '#lib/contract/is-record.ts';
import type { CardItem } from './card-item.ts';

/** Name of the bot in a history entry's state. */
const STATE_KEY = 'sharedBot';

function botInState(): unknown {
  const state: unknown = window.history.state;
  return isRecord(state) ? state[STATE_KEY] : undefined;
}

/**
 * Which bot is open over a list, as a step of the browser's history: Back closes it, Forward opens it again. `addressOf` gives the
 * address of the step; null: the page keeps its own.
 */
export function useBotStep(addressOf: (item: CardItem) => string | null) {
  const [item, setItem] = useState<CardItem | null>(null);
  const opened = useRef(new Map<number, CardItem>());
  useEffect(() => {
    const follow = (): void => {
      const id = botInState();
      setItem((typeof id === 'number' ? opened.current.get(id) : undefined) ?? null);
    };
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, []);
  const open = (next: CardItem): void => {
    opened.current.set(next.strategy_id, next);
    window.history.pushState({ [STATE_KEY]: next.strategy_id }, '', addressOf(next) ?? undefined);
    setItem(next);
  };
  const close = useCallback((): void => {
    // The step is taken back, so that Back does not come to what was closed.
    if (botInState() === undefined) setItem(null);
    else window.history.back();
  }, []);
  return { item, open, close };
}
