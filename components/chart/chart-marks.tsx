'use client';

import { atom, getDefaultStore, useAtomValue } from 'jotai';
import { useTranslations } from 'next-intl';
import { useCallback, useEffect, useState } from 'react';
import { conditionMarksAtom, formLinesAtom } from '#components/form/chart-marks.ts';
import { WithTexts } from '#components/ui/with-texts.tsx';
import { textAt } from '#lib/client/keyed-texts.ts';
import type { ChartPart } from './chart-part.ts';
import type { PriceMark } from './grid-lines-primitive.ts';
import type { ChartHandle, ChartSignal } from './mount-chart.ts';

/** Follows the form's lines without rendering React: the store calls, the canvas draws. */
function useMarks(handle: ChartHandle, priceDecimals: number): void {
  const fields = useTranslations('fields');
  const label = useCallback((key: string) => textAt(fields, key), [fields]);
  useEffect(() => {
    const store = getDefaultStore();
    const tick = 10 ** -priceDecimals;
    const show = (): void => {
      const marks = store.get(formLinesAtom).map((line): PriceMark => {
        const words = line.label === undefined ? undefined : label(line.label);
        return { price: line.ticks * tick, role: line.role, ...(words === undefined ? {} : { label: words }) };
      });
      handle.setMarks(marks);
    };
    show();
    return store.sub(formLinesAtom, show);
  }, [handle, priceDecimals, label]);
}

/** Openings and increases point up from below the bar, closings and reductions down from above: shape and letter say which. */
const SIGNAL_LOOKS = {
  open: { shape: 'up', tone: 'rise' },
  close: { shape: 'down', tone: 'fall' },
  increase: { shape: 'dot', tone: 'rise' },
  reduce: { shape: 'square', tone: 'fall' },
} as const satisfies Readonly<Record<string, Pick<ChartSignal, 'shape' | 'tone'>>>;

/** Where the conditions that are being edited held, marked at the bar that ended then. */
function useConditionSignals(handle: ChartHandle): void {
  const t = useTranslations('conditions.mark');
  useEffect(() => {
    const store = getDefaultStore();
    const show = (): void => {
      const signals = store.get(conditionMarksAtom).map(({ side, timeMs }) => ({
        time: timeMs / 1000 - 1,
        ...SIGNAL_LOOKS[side],
        label: t(side),
      }));
      handle.setSignals(signals);
    };
    show();
    return store.sub(conditionMarksAtom, show);
  }, [handle, t]);
}

const hasMarksAtom = atom((get) => get(formLinesAtom).length > 0 || get(conditionMarksAtom).length > 0);

/** What a form puts on the chart. From the first mark on: who only looks at prices needs none of its texts. */
export function ChartMarks({ handle, priceDecimals }: MarksProps) {
  const hasMarks = useAtomValue(hasMarksAtom);
  const [isWanted, setIsWanted] = useState(hasMarks);
  if (hasMarks && !isWanted) setIsWanted(true);
  if (!isWanted) return null;
  return (
    <WithTexts namespaces={['fields', 'conditions']} fallback={null}>
      <Marks handle={handle} priceDecimals={priceDecimals} />
    </WithTexts>
  );
}

type MarksProps = Pick<ChartPart, 'handle' | 'priceDecimals'>;

function Marks({ handle, priceDecimals }: MarksProps) {
  useMarks(handle, priceDecimals);
  useConditionSignals(handle);
  return null;
}
