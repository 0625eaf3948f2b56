/** Room that the card keeps to the window's edges, and to what it explains, px. */
const MARGIN = 8;
const GAP = 10;

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const within = (wanted: number, least: number, most: number): number => Math.max(least, Math.min(wanted, most));

/**
 * Where the card of a step stands: beside what it explains, on the side with more room; above or below where neither side has
 * enough; else at the bottom of the window, over it. Never beyond an edge while it is smaller than the window.
 */
export function tourPlace(anchor: Box | null, card: Size, view: Size): { readonly left: number; readonly top: number } {
  const rightmost = Math.max(MARGIN, view.width - card.width - MARGIN);
  const lowest = Math.max(MARGIN, view.height - card.height - MARGIN);
  const middle = within((view.width - card.width) / 2, MARGIN, rightmost);
  if (anchor === null) return { left: middle, top: lowest };
  const room = {
    left: anchor.left,
    right: view.width - anchor.right,
    above: anchor.top,
    below: view.height - anchor.bottom,
  };
  const top = within(Math.max(anchor.top, MARGIN), MARGIN, lowest);
  const wide = card.width + GAP + MARGIN;
  if (Math.max(room.left, room.right) >= wide) {
    const left = room.left >= room.right ? anchor.left - GAP - card.width : anchor.right + GAP;
    return { left: within(left, MARGIN, rightmost), top };
  }
  const left = within((anchor.left + anchor.right - card.width) / 2, MARGIN, rightmost);
  const high = card.height + GAP + MARGIN;
  if (room.below >= high) return { left, top: within(anchor.bottom + GAP, MARGIN, lowest) };
  if (room.above >= high) return { left, top: within(anchor.top - GAP - card.height, MARGIN, lowest) };
  return { left: middle, top: lowest };
}
