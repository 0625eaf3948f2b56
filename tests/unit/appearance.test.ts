// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { APPEARANCE_SCRIPT } from '#lib/appearance-script.ts';
import { currentRiseColour, setRiseColour, setTheme } from '#lib/client/appearance.ts';

/** What the page does before its first paint. */
function paint(): void {
  new Function(APPEARANCE_SCRIPT)();
}

describe('the looks', () => {
  beforeEach(() => {
    localStorage.clear();
    delete document.documentElement.dataset.rise;
    delete document.documentElement.dataset.theme;
    window.matchMedia = (() => ({ matches: false })) as unknown as typeof window.matchMedia;
  });

  it('follow the rise colour that the trader chose, green without a choice (M-396)', () => {
    paint();
    expect(document.documentElement.dataset.rise).toBe('green');
    setRiseColour('red');
    expect(document.documentElement.dataset.rise).toBe('red');
    expect(currentRiseColour()).toBe('red');
    delete document.documentElement.dataset.rise;
    paint();
    expect(document.documentElement.dataset.rise).toBe('red');
  });

  it('keep the theme over a reload and follow the system without a choice', () => {
    paint();
    expect(document.documentElement.dataset.theme).toBe('dark');
    setTheme('light');
    delete document.documentElement.dataset.theme;
    paint();
    expect(document.documentElement.dataset.theme).toBe('light');
  });
});
