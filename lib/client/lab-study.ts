import { type LabGround, runScenario, type ScenarioResult } from '../backtest/lab/run-scenario.ts';
import { type RecordedDay, recordedMarketOf } from '../backtest/lab/scenario-columns.ts';
import { SCENARIOS, type Scenario, type ScenarioId } from '../backtest/lab/scenarios.ts';
import type { ScenarioBot } from '../backtest/price-scenario.ts';
import { isOutage } from '../contract/vocabulary.ts';
import { marketsOf } from '../engine/bot-feeds.ts';
import type { CandleColumns } from '../engine/candles.ts';
import { decodeDay } from '../engine/day-codec.ts';
import type { ColumnsByInstrument } from '../engine/markets-view.ts';
import { instrumentOf } from '../money/market-spec.ts';
import { askDay } from './asked-in-worker.ts';
import type { LabReply, LabRequest } from './lab-protocol.ts';
import { previewNeedOf } from './preview-need.ts';
import type { PreviewPrices } from './preview-prices.ts';
import type { PreviewNeed } from './preview-protocol.ts';
import { companionPrices } from './preview-review.ts';

type Read = (need: PreviewNeed, nowMs: number, onDay: (loaded: number, days: number) => void) => Promise<PreviewPrices>;
type Offered = Scenario & { readonly id: ScenarioId };

/** Takes bots through all scenarios that there are for them, and tells of each as it is done. */
export async function studyLab(
  { bots, nowMs, hasRecordedDays }: LabRequest,
  read: Read,
  tell: (reply: LabReply) => void,
): Promise<void> {
  const known: Record<string, ColumnsByInstrument[string]> = {};
  for (const { kind, params } of bots) {
    const need = previewNeedOf(kind, params);
    const prices = await read(need, nowMs, (loadedDays, days) => tell({ type: 'reading', loadedDays, days }));
    Object.assign(known, prices.others ?? { [instrumentOf(params.spec)]: prices });
  }
  const day = hasRecordedDays ? await readDays(bots) : null;
  const priced = bots.map((bot) => ({ ...bot, prices: { ...bot.prices, ...companionPrices(bot, known) } }));
  const offered = SCENARIOS.filter((scenario) => isOffered(scenario, bots, day));
  tell({ type: 'begun', scenarios: offered.map(({ id }) => id) });
  for (const scenario of offered) tell(through(scenario, priced, { known, day }));
}

function through(scenario: Offered, bots: readonly ScenarioBot[], ground: LabGround): LabReply {
  let result: ScenarioResult;
  try {
    result = runScenario(scenario, bots, ground);
  } catch {
    // Said where its result would stand: the others are told all the same.
    return { type: 'refused', scenario: scenario.id };
  }
  return { type: 'ran', result };
}

/** Funding is paid by contracts alone; a day is lived through where it was recorded of every market. */
function isOffered(scenario: Scenario, bots: readonly ScenarioBot[], day: RecordedDay | null): boolean {
  const markets = bots.flatMap(({ params }) => marketsOf(params.spec));
  if (scenario.fundingE8 !== undefined) return markets.some(({ contract }) => contract !== undefined);
  return (
    scenario.day === undefined || (day !== null && markets.every((one) => day[recordedMarketOf(one)] !== undefined))
  );
}

const RECORDED = SCENARIOS.flatMap((scenario: Scenario) => (scenario.day === undefined ? [] : [scenario.day]));

/** The recorded day of every market that has one. Throws where nobody was there to say whether there is one. */
async function readDays(bots: readonly ScenarioBot[]): Promise<RecordedDay> {
  const markets = new Set(bots.flatMap(({ params }) => marketsOf(params.spec).map(recordedMarketOf)));
  const found: Record<string, CandleColumns> = {};
  for (const market of markets) {
    for (const day of RECORDED) {
      const response = await askDay({ market, day, recorded: '1' });
      if (isOutage(response.status)) throw new Error(`candle_day ${day}: HTTP ${response.status}`);
      if (response.ok) found[market] = decodeDay(new Uint8Array(await response.arrayBuffer()));
    }
  }
  return found;
}
