'use client';

import { useEffect, useState } from 'react';
import { useKindSpec } from '#components/create/use-kind-spec.ts';
import type { GuideQuestion, GuideScenes } from '#lib/client/guide-scenes.ts';
import { effectiveTakerFee } from '#lib/formulas/fees.ts';
import { KIND_FACTS } from '#lib/kinds/facts.ts';
import type { GuidedKind } from '#lib/kinds/guides.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';

/** What the pictures of a kind's guide show on the market of a page; undefined while it is worked out, null where it cannot be. */
export function useGuideScenes(kind: GuidedKind, page: MarketSpec): GuideScenes | null | undefined {
  const spec = useKindSpec(kind, page);
  const [answered, setAnswered] = useState<{ readonly of: MarketSpec; readonly scenes: GuideScenes | null } | null>(
    null,
  );
  const needsOthers = KIND_FACTS[kind].trades !== 'market';
  // Known to be none is an answer too: there is no picture of a hedge where there is no contract.
  const isKnown = !needsOthers || spec.companions !== undefined;
  useEffect(() => {
    if (!isKnown) return;
    const worker = new Worker(new URL('../../lib/client/guide-worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<GuideScenes | null>) => setAnswered({ of: spec, scenes: data });
    worker.onerror = () => setAnswered({ of: spec, scenes: null });
    const feeRate = effectiveTakerFee(spec.market, KIND_FACTS[kind].hasLowFeeTag);
    worker.postMessage({ kind, spec, feeRate } satisfies GuideQuestion);
    return () => worker.terminate();
  }, [kind, spec, isKnown]);
  return answered?.of === spec ? answered.scenes : undefined;
}
