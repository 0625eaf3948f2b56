import type {
  AutoscaleInfo,
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesPrimitive,
  ISeriesPrimitiveAxisView,
  SeriesAttachedParameter,
  Time,
} from 'lightweight-charts';
import type { ChartColours } from './chart-colours.ts';

/** What the chart draws across: a price, the colour's role and, for the few important ones, words at the axis. */
export interface PriceMark {
  readonly price: number;
  readonly role: keyof ChartColours['ofRole'];
  readonly label?: string;
}

type Canvas = Parameters<IPrimitivePaneRenderer['draw']>[0];
type Role = PriceMark['role'];

/** Lines of the grid itself are thin and quiet; the others are dashed and strong. */
const QUIET: ReadonlySet<Role> = new Set<Role>(['buy', 'sell']);
/** Liquidation is told from a stop loss of the same colour by its line: heavy dots instead of dashes. */
function dashOf(role: Role): readonly number[] {
  if (QUIET.has(role)) return [];
  return role === 'liquidation' ? [2, 3] : [6, 4];
}

/** A mark farther from the last price than this does not stretch the price scale. */
const FARTHEST_AUTOSCALE = 0.4;

/**
 * Draws all lines of a bot with one path per role: 200 lines cost a few canvas calls, where 200 price lines of the
 * library would each be laid out, labelled and drawn on their own.
 */
export class GridLinesPrimitive implements ISeriesPrimitive<Time> {
  private attachment: SeriesAttachedParameter<Time> | null = null;
  private marks: readonly PriceMark[] = [];
  private labels: readonly ISeriesPrimitiveAxisView[] = [];
  private colours: ChartColours;
  private lastPrice = 0;
  private readonly views: readonly IPrimitivePaneView[];

  constructor(colours: ChartColours) {
    this.colours = colours;
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

  setLastPrice(price: number): void {
    this.lastPrice = price;
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.views;
  }

  priceAxisViews(): readonly ISeriesPrimitiveAxisView[] {
    return this.labels;
  }

  /** Keeps the lines in sight while they are near the price; a half-typed "6" of 67,000 must not flatten the candles. */
  autoscaleInfo(): AutoscaleInfo | null {
    let minValue = Number.POSITIVE_INFINITY;
    let maxValue = Number.NEGATIVE_INFINITY;
    for (const { price } of this.marks) {
      if (Math.abs(price - this.lastPrice) > this.lastPrice * FARTHEST_AUTOSCALE) continue;
      if (price < minValue) minValue = price;
      if (price > maxValue) maxValue = price;
    }
    return minValue > maxValue ? null : { priceRange: { minValue, maxValue } };
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

  /** The words of the few important lines, at their right end above them. */
  private drawTitles(canvas: Canvas): void {
    const series = this.attachment?.series;
    if (series === undefined) return;
    // biome-ignore lint/correctness/useHookAtTopLevel: the canvas library's name, not a hook
    canvas.useMediaCoordinateSpace(({ context, mediaSize }) => {
      context.font = '11px Inter, "Segoe UI", Roboto, "Noto Sans CJK SC", Arial, sans-serif';
      context.textAlign = 'right';
      context.textBaseline = 'bottom';
      for (const { price, role, label } of this.marks) {
        const y = label === undefined ? null : series.priceToCoordinate(price);
        if (label === undefined || y === null) continue;
        context.fillStyle = this.colours.ofRole[role];
        context.fillText(label, mediaSize.width - 6, y - 2);
      }
    });
  }
}
