'use client';

import { atom, getDefaultStore, type PrimitiveAtom, useAtomValue } from 'jotai';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { AnyDefinition } from '#components/form/any-definition.ts';
import type { HeatMapCell } from '#lib/backtest/search/heat-map-scale.ts';
import { coversNeed } from '#lib/client/preview-need.ts';
import type { PreviewNeed, PreviewReply, PreviewRequest, PreviewResult } from '#lib/client/preview-protocol.ts';
import { useIsShown } from '#lib/client/shown.ts';
import { useOwnWorker } from '#lib/client/use-own-worker.ts';
import type { EngineParamsByKind, RunnableKind } from '#lib/kinds/definitions.ts';
import type { CheckContext, FormValues, Issue } from '#lib/strategies/definition.ts';

/** Name of the measure from the input event to the drawn curve (performance.getEntriesByName). */
export const PREVIEW_MEASURE = 'preview-input-to-drawn';
/** The running day grows: its candles are asked for again this often. */
const REFRESH_MS = 60_000;

export type PreviewState =
  | { readonly step: 'loading'; readonly share: number }
  | { readonly step: 'failed' }
  | { readonly step: 'needs-values' }
  /** Something that was typed is wrong: the form says what. */
  | { readonly step: 'wrong-values' }
  /** The investment is below what the grid needs. */
  | { readonly step: 'insufficient' }
  | { readonly step: 'no-price' }
  | { readonly step: 'ready'; readonly result: PreviewResult };

/** Whether values can be replayed. What only matters to the exchange – balance, texts – does not stop a replay. */
export function previewReadiness(
  definition: AnyDefinition,
  values: FormValues,
  context: CheckContext,
): 'run' | 'needs-values' | 'wrong-values' | 'insufficient' {
  const texts = new Set(
    definition.fields.filter(({ input }) => input === 'text' || input === 'textarea').map(({ name }) => name),
  );
  const blocks = ({ severity, field }: Issue): boolean => severity === 'error' && !texts.has(field);
  const errorsIn = (phase: CheckContext['phase']): readonly Issue[] =>
    definition.check(values, { ...context, available: null, phase }).filter(blocks);
  const isMinimum = ({ code }: Issue): boolean => code.startsWith('money.min.');
  const typed = errorsIn('typing');
  if (typed.some((issue) => !isMinimum(issue))) return 'wrong-values';
  // What counts at submit only is what is missing.
  if (errorsIn('submit').some((issue) => !isMinimum(issue))) return 'needs-values';
  return typed.length > 0 ? 'insufficient' : 'run';
}

interface Progress {
  readonly state: 'loading' | 'loaded' | 'failed';
  readonly share: number;
  /** When the candles were there first, as event.timeStamp counts: inputs before it waited for them, not for the replay. */
  readonly loadedAt: number;
}

const loaded = (before: Progress): Progress =>
  before.state === 'loaded' ? before : { state: 'loaded', share: 1, loadedAt: performance.now() };
const FAILED: Progress = { state: 'failed', share: 0, loadedAt: 0 };
/** A failed refresh leaves the candles that are there. */
const failed = (before: Progress): Progress => (before.state === 'loaded' ? before : FAILED);

export interface PreviewWork {
  readonly post: (request: PreviewRequest) => void;
  readonly progress: Progress;
  /** The answer to the run that was asked last of those answered; only who reads it is drawn again when it comes, not the whole form. */
  readonly answerAtom: PrimitiveAtom<Answer | null>;
  /** The map that is being filled, or was. */
  readonly map: PreviewMapState;
  /** The answer to the review that was asked last of those answered. */
  readonly reviewed: Extract<PreviewReply, { type: 'reviewed' | 'review-failed' }> | null;
}

export interface PreviewMapState {
  readonly id: number;
  readonly cells: readonly HeatMapCell[];
  readonly isDone: boolean;
}

const NO_MAP: PreviewMapState = { id: 0, cells: [], isDone: false };

/** Cells of the same map add up; those of a later map begin anew; those of an earlier one are late. */
function withCells(
  before: PreviewMapState,
  { id, cells, isDone }: Extract<PreviewReply, { type: 'cells' }>,
): PreviewMapState {
  if (id < before.id) return before;
  return { id, cells: id === before.id ? [...before.cells, ...cells] : cells, isDone };
}

type Answer = Extract<PreviewReply, { type: 'result' | 'no-price' }>;

/** The need that is loaded for: the wanted one, or the one before where that has all of it. */
function useLoadedNeed(wanted: PreviewNeed): { readonly need: PreviewNeed; readonly loadId: number } {
  const kept = useRef({ need: wanted, loadId: 1 });
  if (!coversNeed(kept.current.need, wanted)) kept.current = { need: wanted, loadId: kept.current.loadId + 1 };
  return kept.current;
}

const LOADING: Progress = { state: 'loading', share: 0, loadedAt: 0 };

/** One worker per mounted form; it keeps the candles, so a change costs one replay and no transfer. */
export function usePreviewWorker(wanted: PreviewNeed): PreviewWork {
  const { need, loadId } = useLoadedNeed(wanted);
  const [loading, setLoading] = useState({ loadId, progress: LOADING });
  const [answerAtom] = useState(() => atom<Answer | null>(null));
  const [map, setMap] = useState<PreviewMapState>(NO_MAP);
  const [reviewed, setReviewed] = useState<PreviewWork['reviewed']>(null);
  const loadedFor = useRef(loadId);
  const lastReview = useRef(0);
  const note = (id: number, next: (before: Progress) => Progress): void =>
    setLoading((before) => ({ loadId: id, progress: next(before.loadId === id ? before.progress : LOADING) }));
  const askWorker = useOwnWorker<PreviewRequest, PreviewReply>(
    () => new Worker(new URL('../../lib/client/preview-worker.ts', import.meta.url), { type: 'module' }),
    {
      onReply: (reply) => {
        if (reply.type === 'progress') {
          note(reply.loadId, () => ({ state: 'loading', share: reply.loadedDays / reply.days, loadedAt: 0 }));
        } else if (reply.type === 'loaded') note(reply.loadId, loaded);
        else if (reply.type === 'load-failed') note(reply.loadId, failed);
        else if (reply.type === 'cells') setMap((before) => withCells(before, reply));
        else if (reply.type === 'reviewed' || reply.type === 'review-failed') setReviewed(reply);
        else if (reply.type === 'result' || reply.type === 'no-price') {
          // On the screen with the next frame: left to React's own time it would miss it.
          flushSync(() => getDefaultStore().set(answerAtom, reply));
        }
      },
      // The candles went with it: the next minute's load brings them to another.
      onFailed: () => {
        setLoading({ loadId: loadedFor.current, progress: FAILED });
        setReviewed({ type: 'review-failed', id: lastReview.current });
      },
    },
  );
  const isShown = useIsShown();
  useEffect(() => {
    if (!isShown) return;
    const load = (): void => {
      loadedFor.current = loadId;
      askWorker({ type: 'load', loadId, need, nowMs: Date.now() });
    };
    load();
    const timer = setInterval(() => document.visibilityState === 'visible' && load(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [need, loadId, isShown, askWorker]);
  const [post] = useState(() => (request: PreviewRequest) => {
    if (request.type === 'review') lastReview.current = request.id;
    askWorker(request);
  });
  return { post, progress: loading.loadId === loadId ? loading.progress : LOADING, answerAtom, map, reviewed };
}

export interface PreviewInput {
  readonly kind: RunnableKind;
  readonly readiness: ReturnType<typeof previewReadiness>;
  /** What is replayed; null until the values are ready. */
  readonly params: EngineParamsByKind[RunnableKind] | null;
  /** event.timeStamp of the input that changed the form last. */
  readonly lastInputAt: RefObject<number>;
  readonly work: PreviewWork;
}

/** Replays the typed values over the past 30 days at each change; the newest values win. */
export function usePreview({ kind, readiness, params, lastInputAt, work }: PreviewInput): PreviewState {
  const { post, progress } = work;
  const answer = useAtomValue(work.answerAtom, { store: getDefaultStore() });
  const lastId = useRef(0);
  const measuredInput = useRef(0);
  const wanted = useRef<{ id: number; inputAt: number } | null>(null);
  useEffect(() => {
    if (params === null || progress.state !== 'loaded') return;
    lastId.current += 1;
    wanted.current = { id: lastId.current, inputAt: lastInputAt.current };
    post({ type: 'run', id: lastId.current, kind, params });
  }, [kind, params, progress.state, post, lastInputAt]);
  useLayoutEffect(() => {
    if (answer?.type !== 'result' || answer.result.id !== wanted.current?.id) return;
    const { inputAt } = wanted.current;
    if (inputAt <= measuredInput.current || inputAt < progress.loadedAt) return;
    measuredInput.current = inputAt;
    // The frame after this commit has the curve on the screen.
    requestAnimationFrame(() => performance.measure(PREVIEW_MEASURE, { start: inputAt, end: performance.now() }));
  }, [answer, progress.loadedAt]);
  if (progress.state === 'failed') return { step: 'failed' };
  if (readiness !== 'run') return { step: readiness };
  if (answer?.type === 'no-price') return { step: 'no-price' };
  if (answer?.type === 'result') return { step: 'ready', result: answer.result };
  return { step: 'loading', share: progress.share };
}
