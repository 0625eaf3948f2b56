'use client';

import { useEffect } from 'react';
import { showFormLines } from '#components/form/chart-marks.ts';
import type { StrategyForm } from '#components/form/use-strategy-form.ts';

/** Hands the form's lines to the chart as they change, and takes them back when the form goes. */
export function useFormLines({ definition, values, context }: StrategyForm): void {
  useEffect(() => {
    showFormLines(definition.chartLines(values, context));
  }, [definition, values, context]);
  useEffect(() => () => showFormLines([]), []);
}
