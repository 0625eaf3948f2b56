'use client';

import { atom } from 'jotai';
import type { RunnableKind } from '#lib/engine/registry.ts';
import type { FormValues } from '#lib/strategies/definition.ts';

/** What is typed into each kind's form. Lives outside the form, so that changing tabs or closing the sheet loses nothing. */
export type FormDrafts = Readonly<Partial<Record<RunnableKind, FormValues>>>;
export const formDraftsAtom = atom<FormDrafts>({});

/** Whether a kind's parameters are what the AI found or what the trader types; absent = nobody has chosen yet (C-181). */
export type ParamMode = 'ai' | 'manual';
export const paramModesAtom = atom<Readonly<Partial<Record<RunnableKind, ParamMode>>>>({});
