/** A provider's mark: drawn from the anonymous id, so it needs no image and says nothing about the person. */
export function Avatar({ seed, size = 24 }: { readonly seed: string; readonly size?: number }) {
  let hash = 7;
  for (const letter of seed) hash = (hash * 33 + letter.charCodeAt(0)) % 3_600_000;
  const hue = hash % 360;
  // Five rows of three cells, mirrored on the middle column.
  const marks = Array.from({ length: 15 }, (_, index) => {
    const [x, y] = [index % 3, Math.floor(index / 3)];
    if ((((hash >> (index % 20)) ^ (index * 7)) & 1) === 0) return '';
    return [...new Set([x, 4 - x])].map((column) => `M${column + 1} ${y + 1}h1v1h-1z`).join('');
  }).join('');
  return (
    <svg
      aria-hidden
      width={size}
      height={size}
      viewBox="0 0 7 7"
      className="inline-block shrink-0 rounded-full"
      style={{ background: `hsl(${hue} 30% 24%)` }}
    >
      <path d={marks} fill={`hsl(${hue} 65% 68%)`} />
    </svg>
  );
}
