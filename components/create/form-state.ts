'use client';

import { atom } from 'jotai';
import type { RunnableKind } from '#lib/engine/registry.ts';
import type { FormValues } from '#lib/strategies/definition.ts';

/** What is typed into each kind's form. Lives outside the form, so that changing tabs or closing the sheet loses nothing. */
export type FormDrafts = Readonly<Partial<Record<RunnableKind, FormValues>>>;
export const formDraftsAtom = atom<FormDrafts>({});
