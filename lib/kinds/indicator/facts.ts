import { type IndicatorKind, PRESET_KINDS, type PresetKind } from '../../contract/vocabulary.ts';
import { type KindFacts, LAST_COLUMNS, PLAIN_KIND } from '../../strategies/kind-facts.ts';

const OWN_COLUMNS = ['period', 'money', 'profit', 'year_pft_rate', 'trades', ...LAST_COLUMNS] as const;

const INDICATOR = {
  ...PLAIN_KIND,
  pickerClass: 'expert',
  isTerminationAdjustable: false,
  usesConditions: true,
  stops: { of: 'investment', loss: 'stop_rate', profit: 'stop_profit' },
  takesMoney: 'on-spot',
  countedAs: { trade: 'spot-compose-indicator', futures: 'compose-indicator' },
} as const;

/** On spot and on contracts, by the market of the page; other exchanges have to announce it. */
const ON_BOTH: KindFacts = {
  ...INDICATOR,
  page: 'both',
  needsAnnouncing: true,
  columns: ['bot', 'status', 'side', ...OWN_COLUMNS],
};

/** Lists of indicator bots have the single-indicator ones among them: their rows say of which kind they are. */
export const INDICATOR_FACTS: Readonly<Record<IndicatorKind, KindFacts>> = {
  'compose-indicator': {
    ...INDICATOR,
    page: 'futures',
    columns: ['bot', 'kind', 'status', 'side', ...OWN_COLUMNS],
  },
  'spot-compose-indicator': { ...INDICATOR, columns: ['bot', 'kind', 'status', ...OWN_COLUMNS] },
  'custom-strategy': { ...ON_BOTH, savesConditions: true },
  ...(Object.fromEntries(PRESET_KINDS.map((kind) => [kind, ON_BOTH])) as Record<PresetKind, KindFacts>),
};
