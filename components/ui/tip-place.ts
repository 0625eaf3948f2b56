/** Room that a tip keeps to the window's edges, and to what it explains, px. */
const MARGIN = 8;
const GAP = 4;

interface Box {
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
}

type Frame = Box & { readonly right: number };

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Where a tip stands: above what it explains; below where there is no room above and more of it below; never beyond an
 * edge of the window while it is smaller than that.
 */
export function tipPlace(anchor: Box, tip: Size, view: Size): { readonly left: number; readonly top: number } {
  const above = anchor.top - GAP - tip.height;
  const below = anchor.bottom + GAP;
  const isBelow = above < MARGIN && view.height - below > anchor.top;
  const rightmost = view.width - tip.width - MARGIN;
  const lowest = view.height - tip.height - MARGIN;
  return {
    left: Math.max(MARGIN, Math.min(anchor.left - tip.width / 3, rightmost)),
    top: Math.max(MARGIN, Math.min(isBelow ? below : above, lowest)),
  };
}

/** Whether anything of a box is within another, their edges included. */
export function isSeenIn(box: Frame, view: Frame): boolean {
  return box.right >= view.left && box.left <= view.right && box.bottom >= view.top && box.top <= view.bottom;
}
