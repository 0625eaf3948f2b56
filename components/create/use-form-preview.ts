'use client';

import { useMemo } from 'react';
import type { StrategyForm } from '#components/form/use-strategy-form.ts';
import { firstNeed, previewNeedOf } from '#lib/client/preview-need.ts';
import type { EngineParamsByKind, RunnableKind } from '#lib/kinds/definitions.ts';
import { replayParams } from './replay-params.ts';
import { type PreviewWork, previewReadiness, usePreviewWorker } from './use-preview.ts';

/** A form's own engine: its worker with the candles that it needs, and what it is given to replay. */
export interface FormPreview {
  readonly readiness: ReturnType<typeof previewReadiness>;
  /** Null until the values are ready. */
  readonly params: EngineParamsByKind[RunnableKind] | null;
  readonly work: PreviewWork;
}

/** One worker per form: the replay of the past, the map and the review sheet all ask it. */
export function useFormPreview({ definition, values, context, spec }: StrategyForm): FormPreview {
  const { kind } = definition;
  const readiness = useMemo(() => previewReadiness(definition, values, context), [definition, values, context]);
  const params = useMemo(
    () => (readiness === 'run' ? replayParams(definition, values, spec, context.feeRate) : null),
    [readiness, definition, values, spec, context.feeRate],
  );
  const need = useMemo(() => (params === null ? null : previewNeedOf(kind, params)), [kind, params]);
  const start = useMemo(() => firstNeed(spec), [spec]);
  return { readiness, params, work: usePreviewWorker(need ?? start) };
}
