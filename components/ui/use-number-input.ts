'use client';

import { useLocale, useTranslations } from 'next-intl';
import { type CompositionEvent, type KeyboardEvent, useRef, useState } from 'react';
import { type NumberInputRule, readTypedNumber, withPoint } from '#lib/money/input.ts';
import { pointOf } from '#lib/money/written-decimal.ts';

interface NumberInput {
  /** What the input shows: the value, or what an input method is putting together. */
  readonly value: string;
  onChange(typed: string, input: HTMLInputElement): void;
  onCompositionStart(event: CompositionEvent<HTMLInputElement>): void;
  onCompositionEnd(event: CompositionEvent<HTMLInputElement>): void;
  onKeyUp(event: KeyboardEvent<HTMLInputElement>): void;
  onPointerDown(): void;
  /** The input was left. */
  settle(): void;
  /** Why the last change was not taken, until another one is; undefined when it was. */
  readonly refusal: string | undefined;
}

/** Keys with which one turns to another place of the text. */
const TURNING_KEYS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'Backspace', 'Delete'];

/** Where one more character was put into a text; null when the change is another one. */
function insertedAt(before: string, typed: string, caret: number | null): number | null {
  if (typed.length !== before.length + 1 || caret === null || caret === 0) return null;
  return typed.slice(0, caret - 1) + typed.slice(caret) === before ? caret - 1 : null;
}

/** Whether a change is one key, put in where the caret stands now, in the place of what was selected; else what came in was pasted, or filled in. */
function isOneKey(before: string, typed: string, caret: number | null): boolean {
  if (caret === null || caret === 0 || typed.length > before.length + 1) return false;
  return before.startsWith(typed.slice(0, caret - 1)) && before.endsWith(typed.slice(caret));
}

/** Puts the caret back where it was before a change that was refused: the browser leaves it at the end. */
function keepCaret(input: HTMLInputElement, at: number): void {
  // After React has written the old text back.
  queueMicrotask(() => {
    if (input.isConnected && document.activeElement === input) input.setSelectionRange(at, at);
  });
}

/**
 * The one numeric input (C-339, C-231): digits and the decimal sign of the page's language – the form holds a point –, full-width and
 * Arabic ones and pasted thousands separators understood;
 * anything else is refused as a whole, so that what was typed before stays, and said. What follows a refused key at its place
 * is refused with it – 2.5 typed where only whole numbers belong stays 2 and never becomes 25 – until one turns to another
 * place or leaves. What an input method composes is looked at when it is done.
 */
export function useNumberInput(value: string, onValue: (value: string) => void, rule: NumberInputRule): NumberInput {
  const t = useTranslations('common.input');
  const hasComma = pointOf(useLocale()) === ',';
  const shown = hasComma ? value.replace('.', ',') : value;
  const [composed, setComposed] = useState<string | null>(null);
  const [isRefused, setIsRefused] = useState(false);
  /** The place of a refused key. */
  const blocked = useRef<number | null>(null);
  const take = (input: HTMLInputElement, typed: string): void => {
    const at = insertedAt(shown, typed, input.selectionStart);
    const plain = hasComma ? withPoint(typed, !isOneKey(shown, typed, input.selectionStart)) : typed;
    const next = plain === null || (at !== null && at === blocked.current) ? null : readTypedNumber(plain, rule);
    setIsRefused(next === null);
    blocked.current = next === null ? at : null;
    if (next === null) keepCaret(input, at ?? value.length);
    else if (next !== value) onValue(next);
  };
  const turn = (): void => {
    blocked.current = null;
  };
  return {
    value: composed ?? shown,
    onChange: (typed, input) => {
      if (composed === null) take(input, typed);
      else setComposed(typed);
    },
    onCompositionStart: ({ currentTarget }) => setComposed(currentTarget.value),
    onCompositionEnd: ({ currentTarget }) => {
      setComposed(null);
      take(currentTarget, currentTarget.value);
    },
    onKeyUp: ({ key }) => {
      if (TURNING_KEYS.includes(key)) turn();
    },
    onPointerDown: turn,
    settle: () => {
      turn();
      setComposed(null);
      setIsRefused(false);
    },
    refusal: isRefused ? t(wordOf(rule), { characters: rule.characters ?? 0 }) : undefined,
  };
}

function wordOf({ isSigned, decimals, characters }: NumberInputRule): 'signed' | 'whole' | 'short' | 'number' {
  if (isSigned === true) return 'signed';
  if (decimals === 0) return 'whole';
  return characters === undefined ? 'number' : 'short';
}
