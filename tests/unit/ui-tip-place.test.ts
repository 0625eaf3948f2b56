import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tipPlace } from '#components/ui/tip-place.ts';

const VIEW = { width: 390, height: 844 };
const TIP = { width: 240, height: 120 };

describe('tips (G8)', () => {
  it('stand above what they explain, and turn where the top edge would cut them off', () => {
    expect(tipPlace({ left: 150, top: 400, bottom: 412 }, TIP, VIEW)).toEqual({ left: 70, top: 276 });
    expect(tipPlace({ left: 150, top: 60, bottom: 72 }, TIP, VIEW)).toEqual({ left: 70, top: 76 });
  });

  it('never reach beyond an edge of the window that they fit into', () => {
    const box = fc.record({ left: fc.integer({ min: -20, max: 400 }), top: fc.integer({ min: -20, max: 860 }) });
    const size = fc.record({ width: fc.integer({ min: 20, max: 374 }), height: fc.integer({ min: 20, max: 600 }) });
    fc.assert(
      fc.property(box, size, (anchor, tip) => {
        const { left, top } = tipPlace({ ...anchor, bottom: anchor.top + 12 }, tip, VIEW);
        expect(left).toBeGreaterThanOrEqual(8);
        expect(top).toBeGreaterThanOrEqual(8);
        expect(left + tip.width).toBeLessThanOrEqual(VIEW.width - 8);
        expect(top + tip.height).toBeLessThanOrEqual(VIEW.height - 8);
      }),
      { numRuns: 80 },
    );
  });
});
