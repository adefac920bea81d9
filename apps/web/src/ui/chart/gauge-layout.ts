/** The area of one dial in pixels; its arc is a bit more than half a circle. */
export interface DialRoom {
  centerX: number;
  centerY: number;
  radius: number;
  width: number;
}

/** The arc begins and ends this many degrees below the horizontal. */
export const dropDegrees = 20;
/** Extent of the arc below the centre, for a circle of radius one. */
export const drop = Math.sin((dropDegrees * Math.PI) / 180);

interface LayoutInput {
  width: number;
  height: number;
  count: number;
  /** Margin around the arc, for the labels of the scale. */
  rim: number;
  /** Height below the arc, for a label. */
  foot: number;
}

const radiusIn = (width: number, height: number, { rim, foot }: Pick<LayoutInput, 'rim' | 'foot'>) =>
  Math.max(1, Math.min(width / 2 - rim, (height - rim - foot) / (1 + drop)));

/** Chooses the number of columns for the largest dials; an incomplete last row is centred. */
export function dialRooms(input: LayoutInput): DialRoom[] {
  const { width, height, count, rim, foot } = input;
  const columnCounts = Array.from({ length: count }, (_, index) => index + 1);
  const sizeOf = (columns: number) => radiusIn(width / columns, height / Math.ceil(count / columns), input);
  const columns = columnCounts.reduce((best, next) => (sizeOf(next) > sizeOf(best) ? next : best), 1);
  const rows = Math.ceil(count / columns);
  const radius = sizeOf(columns);
  const cell = { width: width / columns, height: height / rows };
  const used = rim + radius * (1 + drop) + foot;
  return Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / columns);
    const inRow = row === rows - 1 ? count - row * columns : columns;
    const left = (width - inRow * cell.width) / 2;
    return {
      centerX: left + ((index % columns) + 0.5) * cell.width,
      centerY: row * cell.height + (cell.height - used) / 2 + rim + radius,
      radius,
      width: cell.width,
    };
  });
}
