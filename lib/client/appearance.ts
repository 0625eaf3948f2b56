'use client';

import { RISE_KEY, THEME_KEY } from '../appearance-script.ts';
import { readStored, writeStored } from './browser-storage.ts';

export type Theme = 'dark' | 'light';
export type RiseColour = 'green' | 'red';

export function currentTheme(): Theme {
  return document.documentElement.dataset.theme === 'light' ? 'light' : 'dark';
}

export function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  writeStored('local', THEME_KEY, theme);
  window.dispatchEvent(new Event('appearance'));
}

/** Sets the remembered look, as the script of the layout does before the first paint. */
export function applyAppearance(): void {
  const isLight = window.matchMedia('(prefers-color-scheme: light)').matches;
  const theme = readStored('local', THEME_KEY) ?? (isLight ? 'light' : 'dark');
  document.documentElement.dataset.theme = theme === 'light' ? 'light' : 'dark';
  document.documentElement.dataset.rise = currentRiseColour();
}

export function currentRiseColour(): RiseColour {
  return readStored('local', RISE_KEY) === 'red' ? 'red' : 'green';
}

export function setRiseColour(colour: RiseColour): void {
  document.documentElement.dataset.rise = colour;
  writeStored('local', RISE_KEY, colour);
  window.dispatchEvent(new Event('appearance'));
}
