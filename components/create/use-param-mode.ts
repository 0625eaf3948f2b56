'use client';

import { useAtom } from 'jotai';
import { useCallback, useEffect, useRef } from 'react';
import {
  chosenMode,
  modeKey,
  type ParamMode,
  paramModesAtom,
  type ParamModes as Stored,
} from '#components/form/form-state.ts';
import type { Changes } from '#components/form/use-draft.ts';
import type { StrategyForm } from '#components/form/use-strategy-form.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { type AiFound, isEmptied } from './ai-parameters.ts';
import type { AiAnswer, AiChoice } from './use-ai-found.ts';

export interface ParamModes {
  /** What the form shows: AI parameters only while there are some. `loading` while it is not known whether there are. */
  readonly shown: ParamMode | 'loading';
  readonly found: AiFound | null;
  /** What there is to choose from; null where `found` is. */
  readonly choice: AiChoice | null;
  /** 'Manual modification' (C-184, C-185). */
  readonly toManual: (changes?: Changes) => void;
  /** 'Back to auto mode' (C-186, C-187). */
  readonly toAuto: () => void;
}

function without(modes: Stored, key: string): Stored {
  const { [key]: _before, ...others } = modes;
  return others;
}

/**
 * AI or manual parameters (C-181): AI while there are parameters and nobody chose otherwise, manual where there are none
 * (C-188, C-398) and where the AI itself would choose none (H51). In AI mode the form says what the AI found; what is typed then is sent as found.
 * What the trader chooses holds for the kind on every market; what the form falls back to, and a D that is wanted all the
 * same, holds on this one.
 */
export function useParamMode(form: StrategyForm, page: MarketSpec, ai: AiAnswer): ParamModes {
  const { kind } = form.definition;
  const [modes, setModes] = useAtom(paramModesAtom);
  const choose = useCallback(
    (mode: ParamMode) => setModes((present) => ({ ...without(present, modeKey(kind, page)), [kind]: mode })),
    [setModes, kind, page],
  );
  const chooseHere = useCallback(
    (mode: ParamMode) => setModes((present) => ({ ...present, [modeKey(kind, page)]: mode })),
    [setModes, kind, page],
  );
  const chosen = chosenMode(modes, kind, page);
  const isForTheTrader = ai.state === 'absent' || (ai.state === 'ready' && !ai.isAdvised);
  // What comes later must not push away what somebody has begun to type.
  useEffect(() => {
    if (isForTheTrader && chosen === undefined) chooseHere('manual');
  }, [isForTheTrader, chosen, chooseHere]);
  const choice = ai.state === 'ready' ? ai : null;
  const found = choice?.found ?? null;
  const isAi = found !== null && (chosen === 'ai' || (chosen === undefined && !isForTheTrader));
  const { values, change } = form;
  const applied = useRef<AiFound | null>(null);
  useEffect(() => {
    if (!isAi || found === null) return;
    if (applied.current === found && !isEmptied(found, values)) return;
    applied.current = found;
    for (const [field, value] of found.changes) change(field, value);
  }, [isAi, found, values, change]);
  const { defaults } = form.definition;
  useEffect(() => {
    const gone = applied.current;
    if (ai.state !== 'absent' || gone === null) return;
    applied.current = null;
    // C-399: what the AI had typed goes with its parameters, except where the trader has changed it since.
    for (const [field, value] of gone.changes) if (values[field] === value) change(field, defaults()[field] ?? '');
  }, [ai.state, values, change, defaults]);
  const shown = ai.state === 'loading' && chosen !== 'manual' ? 'loading' : isAi ? 'ai' : 'manual';
  return {
    shown,
    found,
    choice,
    // Each mode has a draft of its own: what was typed by hand is there again after a look at the AI's.
    toManual: (changes = []) => {
      form.begin('manual', [['money', ''], ...changes]);
      choose('manual');
    },
    toAuto: () => {
      // C-187 holds by itself: several coins and free parameters are the manual draft's.
      form.begin('ai', [['money', '']]);
      applied.current = null;
      if (choice?.isAdvised === false) chooseHere('ai');
      else choose('ai');
    },
  };
}
