/** A coin's mark: its letters on a colour that follows from its name, so that every coin has one without image files. */
const KNOWN: Readonly<Record<string, string>> = {
  BTC: '#f7931a',
  ETH: '#6f7cba',
  SOL: '#8c5cf5',
  XRP: '#5f7482',
  BNB: '#d9a514',
  DOGE: '#b59a30',
  ADA: '#2a6bd1',
  USDT: '#26a17b',
};

function colourOf(coin: string): string {
  const known = KNOWN[coin];
  if (known !== undefined) return known;
  let hash = 0;
  for (const letter of coin) hash = (hash * 31 + letter.charCodeAt(0)) % 360;
  return `hsl(${hash} 45% 45%)`;
}

export function CoinMark({ coin, size = 20 }: { readonly coin: string; readonly size?: number }) {
  return (
    <svg aria-hidden width={size} height={size} viewBox="0 0 20 20" className="inline-block shrink-0">
      <circle cx="10" cy="10" r="10" fill={colourOf(coin)} />
      <text x="10" y="13" textAnchor="middle" fontSize={coin.length > 3 ? 6 : 7.5} fontWeight="700" fill="#fff">
        {coin.slice(0, 4)}
      </text>
    </svg>
  );
}

/** BTC_USDT as the trade writes it, with the base coin's mark. */
export function MarketName({ market, size }: { readonly market: string; readonly size?: number }) {
  const [base = '', quote = ''] = market.split('_');
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <CoinMark coin={base} {...(size === undefined ? {} : { size })} />
      <span>
        {base}
        <span className="text-ink-3">/{quote}</span>
      </span>
    </span>
  );
}
