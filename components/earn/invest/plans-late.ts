'use client';

/** The frame of the page, and by it what it has not: asked for from here, a late part brings nothing a second time that the frame is made of. */
export * from '#components/layout/frame.tsx';

export const loadPlans = () => import('./plans-page.tsx').then((part) => part.PlansPage);
