'use client';

import { atom, getDefaultStore } from 'jotai';
import { createContext } from 'react';
import { isRecord } from '../contract/is-record.ts';
import { STRATEGY_TYPES, type StrategyType } from '../contract/vocabulary.ts';
import { readStored, writeStored } from './browser-storage.ts';

/** The bot whose lines and fills stand on the trade page's chart; null: the form's lines do. */
export interface ChartedBot {
  readonly id: number;
  readonly kind: StrategyType;
}

export const chartedBotAtom = atom<ChartedBot | null>(null);

/** Grows when somebody chooses a bot and wants the chart in sight. */
export const chartShownAtom = atom(0);

/** Whether the page has a chart that bots can be shown on: tables offer it there alone. */
export const HasChartContext = createContext(false);

const KEY = 'charted_bot';

/** Where the choice was made: the focus goes back there when what shows the bot is closed. */
let chosenAt: HTMLElement | null = null;

/** Shows a bot on the chart, also on the page of another market, for this browser session. `viewer`: whose choice it is (anonymous id). */
export function chartBot(bot: ChartedBot, viewer: string): void {
  chosenAt = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  writeStored('session', KEY, JSON.stringify({ ...bot, viewer }));
  getDefaultStore().set(chartedBotAtom, bot);
  getDefaultStore().set(chartShownAtom, (times) => times + 1);
}

/** Gives the chart back to the form. `hadFocus`: what had the focus goes with it. */
export function unchartBot(hadFocus = false): void {
  writeStored('session', KEY, null);
  getDefaultStore().set(chartedBotAtom, null);
  if (hadFocus && chosenAt?.isConnected === true) chosenAt.focus();
  chosenAt = null;
}

/** Takes up what this viewer had chosen before in this browser session; another's choice is forgotten. */
export function restoreChartedBot(viewer: string): void {
  const stored = readStored('session', KEY);
  if (stored === null) return;
  const bot = readChoice(stored, viewer);
  if (bot === null) unchartBot();
  else getDefaultStore().set(chartedBotAtom, bot);
}

function readChoice(text: string, viewer: string): ChartedBot | null {
  try {
    const stored: unknown = JSON.parse(text);
    if (!isRecord(stored)) return null;
    const { id, kind, viewer: whose } = stored;
    const known = STRATEGY_TYPES.find((one) => one === kind);
    if (typeof id !== 'number' || !Number.isSafeInteger(id) || known === undefined || whose !== viewer) return null;
    return { id, kind: known };
  } catch {
    // Not ours, or of another version: as if nothing was chosen.
    return null;
  }
}
