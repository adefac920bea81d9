import type { Visualisation } from '@stellwerk/contract/state';
import { AlarmVisual } from './AlarmVisual.tsx';
import { BatteryVisual } from './BatteryVisual.tsx';
import { ButtonVisual } from './ButtonVisual.tsx';
import { DoughnutVisual } from './DoughnutVisual.tsx';
import { GaugeVisual } from './GaugeVisual.tsx';
import { LineVisual } from './LineVisual.tsx';
import { MapVisual } from './MapVisual.tsx';
import { OdometerVisual } from './OdometerVisual.tsx';
import { PlainVisual } from './PlainVisual.tsx';
import type { Visual } from './tile-types.ts';

/** Null is not drawn. */
export const visuals: Record<Visualisation, Visual | null> = {
  none: { Draw: PlainVisual, isWide: false, pressOn: 'value', hasAge: true },
  odometer: { Draw: OdometerVisual, isWide: false, pressOn: 'value', hasAge: true },
  doughnut: { Draw: DoughnutVisual, isWide: false, pressOn: 'value', hasAge: true },
  battery: { Draw: BatteryVisual, isWide: false, pressOn: 'value', hasAge: true },
  gauge: { Draw: GaugeVisual, isWide: false, pressOn: 'value', hasAge: true },
  map: { Draw: MapVisual, isWide: true, pressOn: 'title', hasAge: false },
  alarmTable: { Draw: AlarmVisual, isWide: true, pressOn: 'title', hasAge: false },
  lineChart: { Draw: LineVisual, isWide: true, pressOn: 'title', hasAge: true },
  hidden: null,
  button: { Draw: ButtonVisual, isWide: false, pressOn: 'title', hasAge: false },
};
