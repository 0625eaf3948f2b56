import type { CopyPreview } from '#lib/contract/copy-calls.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { toSeconds } from '../bots/journal-rows.ts';
import { hasOpenParams } from '../copies/copied-payload.ts';
import { type ExchangeRequest, type Handlers, signedIn } from '../http/handler.ts';
import { askedPreview, type Unsaid } from '../previews/asked-preview.ts';
import type { PreviewRunner, PreviewState } from '../previews/preview-runner.ts';
import type { Compared, PreviewSide } from '../previews/preview-shape.ts';
import { busy, ok } from '../replies/reply.ts';
import { askerOf } from '../surroundings/asker.ts';
import { sightIn } from '../views/visibility.ts';
import type { HandlerParts } from './bot-parts.ts';
import { sourceOf } from './copy-source.ts';

export interface PreviewParts extends HandlerParts {
  readonly previews: PreviewRunner;
}

/** What a copy would have come to beside its original (issue 11): replayed in a thread, since parameters may be hidden from who asks. */
export function followPreviewHandlers(parts: PreviewParts): Pick<Handlers, 'followPreview'> {
  return { followPreview: (request) => preview(parts, request) };
}

async function preview(parts: PreviewParts, request: ExchangeRequest<'followPreview'>) {
  const { body, nowMs } = request;
  const { id: userId } = signedIn(request);
  const source = await sourceOf(parts, request, body.follow_id);
  if ('code' in source) return source;
  const { money, leverage, stop_loss: stopLoss, stop_profit: stopProfit } = body;
  const isChosen = [leverage, stopLoss, stopProfit].some((said) => said !== undefined);
  // When another leverage or a stop of one's own would have ended it tells a stranger the range, as a liquidation price would (H54).
  const isExposed = hasOpenParams(source) || sightIn(parts.book, source.record, userId)?.exposure === true;
  if (isChosen && !isExposed) return ok(unsaid('closed-choice'));
  const asked = askedPreview(parts.feed, source, { money, leverage, stopLoss, stopProfit }, nowMs);
  if (typeof asked === 'string') return ok(unsaid(asked));
  if ('code' in asked) return asked;
  const state = await parts.previews.ask({ userId, asker: askerOf(request), sourceId: source.record.id }, asked);
  return state.status === 'full' ? busy() : ok(viewOf(state, hasOpenParams(source)));
}

function unsaid(outcome: Unsaid | 'closed-choice' | 'too-often'): CopyPreview {
  return { status: 'done', progress: 1, outcome, result: null };
}

function viewOf(state: Exclude<PreviewState, { readonly status: 'full' }>, isOpen: boolean): CopyPreview {
  if (state.status === 'often') return unsaid('too-often');
  if (state.status === 'failed') return { status: 'failed', progress: 0, outcome: '', result: null };
  // How long a replay takes to gather hangs on how much history hidden rules look back on (H54).
  if (state.status !== 'done') return { ...state, progress: isOpen ? state.progress : 0, outcome: '', result: null };
  const { outcome } = state;
  if (outcome.type !== 'compared') return unsaid(outcome.type);
  return { status: 'done', progress: 1, outcome: 'compared', result: resultOf(outcome, isOpen) };
}

function resultOf({ fromMs, toMs, original, copy, points }: Compared, isOpen: boolean): CopyPreview['result'] {
  // What is told adds up: differences are of rounded figures.
  const own = toldE8(original.rateE8);
  const copied = toldE8(copy.rateE8);
  const before = toldE8(copy.rateE8 + copy.shareE8);
  return {
    from: toSeconds(fromMs),
    to: toSeconds(toMs),
    original: sideOf(original, isOpen),
    copy: { ...sideOf(copy, isOpen), share_rate: formatAmount(before - copied) },
    tracking_difference: formatAmount(copied - own),
    curve: isOpen
      ? points.map((point) => ({
          time: toSeconds(point.timeMs),
          original: point.original.toFixed(4),
          copy: point.copy.toFixed(4),
        }))
      : null,
  };
}

function sideOf(
  { rateE8, fallE8, finish }: PreviewSide,
  isOpen: boolean,
): NonNullable<CopyPreview['result']>['original'] {
  return {
    profit_rate: formatAmount(toldE8(rateE8)),
    max_draw_down: formatAmount(toldE8(fallE8)),
    finish_as: isOpen ? (finish ?? '') : '',
  };
}

const TOLD_E8 = 10_000n;

/**
 * To the fourth decimal, half away from zero: more digits would say nothing of a copy, and tell who asks amount by amount where
 * order sizes of hidden parameters are rounded.
 */
function toldE8(rateE8: bigint): bigint {
  const half = rateE8 < 0n ? -TOLD_E8 / 2n : TOLD_E8 / 2n;
  return ((rateE8 + half) / TOLD_E8) * TOLD_E8;
}
