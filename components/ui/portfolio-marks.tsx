import { CoinMark, MarketName } from './coin-mark.tsx';

/** E-030: the first five coins stand for all. */
const SHOWN = 5;
/** So many are named beside their marks: no more room than a market's name. */
const NAMED = 2;

/** The coins of a portfolio by their marks, with how many more there are; few of them by their names as well. */
export function PortfolioMarks({ coins, size = 20 }: { readonly coins: readonly string[]; readonly size?: number }) {
  const more = coins.length - SHOWN;
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap" title={coins.join(' · ')}>
      <span className="flex items-center -space-x-1">
        {coins.slice(0, SHOWN).map((coin) => (
          <CoinMark key={coin} coin={coin} size={size} />
        ))}
      </span>
      {more > 0 && <span className="text-2xs text-ink-3">+{more}</span>}
      {coins.length <= NAMED ? <span>{coins.join(' · ')}</span> : <span className="sr-only">{coins.join(', ')}</span>}
    </span>
  );
}

/** What is traded: a market, or the coins of a portfolio. */
export function MarketOrCoins({
  market,
  coins,
}: {
  readonly market: string;
  readonly coins: readonly { readonly asset: string }[];
}) {
  if (coins.length === 0) return <MarketName market={market} />;
  return <PortfolioMarks coins={coins.map(({ asset }) => asset)} />;
}
