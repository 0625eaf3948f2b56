/** A provider's mark: drawn from the anonymous id, so it needs no image and says nothing about the person. */
export function Avatar({ seed, size = 24 }: { readonly seed: string; readonly size?: number }) {
  let hash = 7;
  for (const letter of seed) hash = (hash * 33 + letter.charCodeAt(0)) % 3_600_000;
  const hue = hash % 360;
  const cells = Array.from({ length: 15 }, (_, index) => ((hash >> (index % 20)) ^ (index * 7)) & 1);
  return (
    <svg
      aria-hidden
      width={size}
      height={size}
      viewBox="0 0 7 7"
      className="inline-block shrink-0 rounded-full"
      style={{ background: `hsl(${hue} 30% 24%)` }}
    >
      {cells.map((isOn, index) => {
        const x = index % 3;
        const y = Math.floor(index / 3);
        return isOn === 1
          ? [x, 4 - x].map((column) => (
              <rect key={`${column}-${y}`} x={column + 1} y={y + 1} width="1" height="1" fill={`hsl(${hue} 65% 68%)`} />
            ))
          : null;
      })}
    </svg>
  );
}
