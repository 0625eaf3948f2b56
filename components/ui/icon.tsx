import { classNames } from './class-names.ts';

/** The product's few icons, 24-unit outlines that take the text's colour. Decorative: the control beside it has the words. */
const PATHS = {
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  chevronDown: 'M6 9l6 6 6-6',
  // Named for where they point in a line from left to right: back and on.
  chevronLeft: 'M15 6l-6 6 6 6',
  chevronRight: 'M9 6l6 6-6 6',
  info: 'M12 11v5m0-8.5v.01M12 21a9 9 0 100-18 9 9 0 000 18z',
  warning: 'M12 9v4m0 3.5v.01M10.3 4.2L2.6 17.5A2 2 0 004.3 20.500h15.4a2 2 0 001.7-3L13.7 4.200a2 2 0 00-3.4 0z',
  menu: 'M4 7h16M4 12h16M4 17h16',
  sun: 'M12 17a5 5 0 100-10 5 5 0 000 10zM12 2v2m0 16v2M4.9 4.900l1.400 1.400m11.400 11.400l1.400 1.400M2 12h2m16 0h2M4.900 19.100l1.400-1.400M17.700 6.300l1.400-1.400',
  moon: 'M20 14.500A8.500 8.500 0 019.500 4a8.500 8.500 0 1010.500 10.500z',
  globe:
    'M12 21a9 9 0 100-18 9 9 0 000 18zM3 12h18M12 3c2.500 2.700 3.800 5.700 3.800 9s-1.300 6.300-3.800 9c-2.500-2.700-3.800-5.700-3.800-9S9.500 5.700 12 3z',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  external: 'M14 4h6v6m0-6L11 13M18 14v5H5V6h5',
  user: 'M12 12a4 4 0 100-8 4 4 0 000 8zm-7.500 8.500a7.500 7.500 0 0115 0',
  clock: 'M12 7v5l3.500 2M12 21a9 9 0 100-18 9 9 0 000 18z',
  search: 'M11 18a7 7 0 100-14 7 7 0 000 14zm5-2l4.500 4.500',
  arrowUp: 'M12 19V5m-6 6l6-6 6 6',
  arrowDown: 'M12 5v14m-6-6l6 6 6-6',
  refresh: 'M20 11a8 8 0 00-14.300-4L3.500 9.500M3.500 4.500v5h5M4 13a8 8 0 0014.300 4l2.200-2.500m0 5v-5h-5',
  eye: 'M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12zM12 14.500a2.500 2.500 0 100-5 2.500 2.500 0 000 5z',
  bell: 'M6 16.500V11a6 6 0 0112 0v5.500l1.500 2h-15zM10 20.500a2 2 0 004 0',
  play: 'M8 5.500v13l10.500-6.500z',
  chart: 'M4 4v16h16M8 14l4-4 3 3 5-6',
  share: 'M12 15V4m-4 4l4-4 4 4M5 12v8h14v-8',
} as const;

export type IconName = keyof typeof PATHS;

/** Those that point along the line: mirrored where lines run from right to left. */
const ALONG_THE_LINE: ReadonlySet<IconName> = new Set(['chevronLeft', 'chevronRight', 'external']);

export function Icon({
  name,
  size = 16,
  className,
}: {
  readonly name: IconName;
  readonly size?: number;
  readonly className?: string;
}) {
  return (
    <svg
      aria-hidden
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={classNames(ALONG_THE_LINE.has(name) && 'rtl:-scale-x-100', className) || undefined}
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
