import type {
  AutoscaleInfo,
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesPrimitive,
  ISeriesPrimitiveAxisView,
  SeriesAttachedParameter,
  Time,
} from 'lightweight-charts';
import type { ChartColours, LineRole } from './chart-colours.ts';

/** What the chart draws across: a price, the colour's role and, for the few important ones, words at the axis. */
export interface PriceMark {
  readonly price: number;
  readonly role: LineRole;
  readonly label?: string;
}

type Canvas = Parameters<IPrimitivePaneRenderer['draw']>[0];
type Role = PriceMark['role'];

/** Lines of the grid itself are thin and quiet; the others are dashed and strong. */
const QUIET: ReadonlySet<Role> = new Set<Role>(['buy', 'sell']);
/** Liquidation is told from a stop loss of the same colour by its line: heavy dots instead of dashes; a cost is a dash and a dot. */
function dashOf(role: Role): readonly number[] {
  if (QUIET.has(role)) return [];
  if (role === 'cost') return [8, 3, 2, 3];
  return role === 'liquidation' ? [2, 3] : [6, 4];
}

/** Lines stretch the price scale by so much of the candles' own height on either side, and no more. */
const MOST_STRETCH = 0.6;
/** Of lines beyond the view so many are named at its edge. */
const MOST_AT_EDGE = 4;
const LINE_HEIGHT = 14;
/** In a pane narrower than this the names at its edges reach what stands in its left corners: the bar's figures and the fills, and the chart's maker. */
const NARROW = 560;
const CORNERS = { top: 56, bottom: 18 };
const NO_CORNERS = { top: 0, bottom: 0 };

/** Where the words of a line at `y` stand: above it, or where names at the edge are in the way, on whose side they first are not. */
function clearOf(atEdges: readonly number[], y: number): number {
  const isClear = (place: number): boolean => atEdges.every((edge) => Math.abs(edge - place) >= LINE_HEIGHT);
  const steps = Array.from({ length: MOST_AT_EDGE + 1 }, (_, step) => step * LINE_HEIGHT);
  return [y - 2, ...steps.flatMap((step) => [y + LINE_HEIGHT + step, y - 2 - step])].find(isClear) ?? y - 2;
}

export interface PriceRange {
  readonly minValue: number;
  readonly maxValue: number;
}

/** Lowest and highest price of the bars between two logical indexes; null where there are none. */
export type CandlesIn = (from: number, to: number) => PriceRange | null;

/**
 * The price range that lines ask for beside candles: those that are near the candles are kept in sight, those that are
 * far do not flatten them – a range of ±30 % or a liquidation price is named at the edge instead. Null: the candles alone.
 */
export function rangeWithLines(marks: readonly PriceMark[], candles: PriceRange | null): PriceRange | null {
  if (candles === null) return null;
  const { minValue: low, maxValue: high } = candles;
  const room = (high - low) * MOST_STRETCH;
  const near = marks.map(({ price }) => price).filter((price) => price >= low - room && price <= high + room);
  return near.length === 0 ? null : { minValue: Math.min(low, ...near), maxValue: Math.max(high, ...near) };
}

/**
 * Draws all lines of a bot with one path per role: 200 lines cost a few canvas calls, where 200 price lines of the
 * library would each be laid out, labelled and drawn on their own.
 */
export class GridLinesPrimitive implements ISeriesPrimitive<Time> {
  private attachment: SeriesAttachedParameter<Time> | null = null;
  private marks: readonly PriceMark[] = [];
  private labels: readonly ISeriesPrimitiveAxisView[] = [];
  private colours: ChartColours;
  private readonly candlesIn: CandlesIn;
  private readonly views: readonly IPrimitivePaneView[];

  constructor(colours: ChartColours, candlesIn: CandlesIn) {
    this.colours = colours;
    this.candlesIn = candlesIn;
    const renderer: IPrimitivePaneRenderer = { draw: (canvas) => this.draw(canvas) };
    this.views = [{ zOrder: () => 'bottom', renderer: () => renderer }];
  }

  attached(attachment: SeriesAttachedParameter<Time>): void {
    this.attachment = attachment;
  }

  detached(): void {
    this.attachment = null;
  }

  setMarks(marks: readonly PriceMark[]): void {
    this.marks = marks;
    this.labels = marks.filter(({ label }) => label !== undefined).map((mark) => this.axisLabel(mark));
    this.attachment?.requestUpdate();
  }

  setColours(colours: ChartColours): void {
    this.colours = colours;
    this.setMarks(this.marks);
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.views;
  }

  priceAxisViews(): readonly ISeriesPrimitiveAxisView[] {
    return this.labels;
  }

  autoscaleInfo(from: number, to: number): AutoscaleInfo | null {
    const priceRange = rangeWithLines(this.marks, this.candlesIn(from, to));
    return priceRange === null ? null : { priceRange };
  }

  private axisLabel(mark: PriceMark): ISeriesPrimitiveAxisView {
    return {
      coordinate: () => this.attachment?.series.priceToCoordinate(mark.price) ?? -1_000,
      text: () => this.attachment?.series.priceFormatter().format(mark.price) ?? '',
      textColor: () => this.colours.background,
      backColor: () => this.colours.ofRole[mark.role],
      tickVisible: () => false,
    };
  }

  private draw(canvas: Canvas): void {
    const series = this.attachment?.series;
    if (series === undefined || this.marks.length === 0) return;
    // biome-ignore lint/correctness/useHookAtTopLevel: the canvas library's name, not a hook
    canvas.useBitmapCoordinateSpace(({ context, bitmapSize, verticalPixelRatio }) => {
      const paths = new Map<Role, Path2D>();
      for (const { price, role } of this.marks) {
        const y = series.priceToCoordinate(price);
        if (y === null) continue;
        const row = Math.round(y * verticalPixelRatio) + 0.5;
        if (row < 0 || row > bitmapSize.height) continue;
        let path = paths.get(role);
        if (path === undefined) {
          path = new Path2D();
          paths.set(role, path);
        }
        path.moveTo(0, row);
        path.lineTo(bitmapSize.width, row);
      }
      for (const [role, path] of paths) {
        const isQuiet = QUIET.has(role);
        context.globalAlpha = isQuiet ? 0.42 : 0.9;
        context.strokeStyle = this.colours.ofRole[role];
        context.lineWidth = Math.max(1, Math.floor(verticalPixelRatio)) * (role === 'liquidation' ? 2 : 1);
        context.setLineDash(dashOf(role).map((length) => length * verticalPixelRatio));
        context.stroke(path);
      }
      context.globalAlpha = 1;
      context.setLineDash([]);
    });
    this.drawTitles(canvas);
  }

  /** The words of the few important lines: at their right end above them, or at the edge that they lie beyond. */
  private drawTitles(canvas: Canvas): void {
    const series = this.attachment?.series;
    if (series === undefined) return;
    // biome-ignore lint/correctness/useHookAtTopLevel: the canvas library's name, not a hook
    canvas.useMediaCoordinateSpace(({ context, mediaSize: { width, height } }) => {
      context.font = '11px Inter, "Segoe UI", Roboto, "Noto Sans CJK SC", Arial, sans-serif';
      context.textAlign = 'right';
      context.textBaseline = 'bottom';
      const titled = this.marks.flatMap((mark) => {
        const y = mark.label === undefined ? null : series.priceToCoordinate(mark.price);
        return y === null ? [] : [{ ...mark, y }];
      });
      const write = (text: string, role: Role, x: number, y: number): void => {
        context.fillStyle = this.colours.ofRole[role];
        context.fillText(text, x, y);
      };
      const format = (price: number): string => series.priceFormatter().format(price);
      const corners = width < NARROW ? CORNERS : NO_CORNERS;
      // The nearest first, so that the others stand where they lie: farther on.
      const above = titled.filter(({ y }) => y < 0).toSorted((a, b) => a.price - b.price);
      const below = titled.filter(({ y }) => y > height).toSorted((a, b) => b.price - a.price);
      const atEdges: number[] = [];
      const writeAtEdge = (sign: string, { label, role, price }: PriceMark, y: number): void => {
        atEdges.push(y);
        write(`${sign} ${label} ${format(price)}`, role, width - 6, y);
      };
      for (const [index, mark] of above.slice(0, MOST_AT_EDGE).toReversed().entries())
        writeAtEdge('▲', mark, corners.top + (index + 1) * LINE_HEIGHT + 2);
      for (const [index, mark] of below.slice(0, MOST_AT_EDGE).toReversed().entries())
        writeAtEdge('▼', mark, height - corners.bottom - index * LINE_HEIGHT - 4);
      let before = { y: Number.NEGATIVE_INFINITY, x: width - 6 };
      for (const { label, role, y } of titled.filter(({ y }) => y >= 0 && y <= height).toSorted((a, b) => a.y - b.y)) {
        // Words that would cover each other stand side by side.
        const x = y - before.y < LINE_HEIGHT ? before.x : width - 6;
        const place = clearOf(atEdges, y);
        write(label ?? '', role, x, place);
        before = { y: place + 2, x: x - context.measureText(label ?? '').width - 10 };
      }
    });
  }
}
