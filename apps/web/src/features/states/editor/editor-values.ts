import type { State, Visualisation, VisualisationOptions } from '@stellwerk/contract/state';

const freshVisualisation: VisualisationOptions = {
  component: 'none',
  minimumLength: 6,
  decimals: null,
  minimum: 0,
  maximum: 100,
  thresholds: [],
  statuses: [],
  direction: 'ascending',
  timeRange: '24h',
  buttonValue: 1,
  buttonLabel: '',
  confirm: true,
  outbound: null,
};

/** With what the form for a new state begins. */
export const initialValues = {
  title: '',
  key: '',
  unit: '',
  icon: '',
  valueType: 'number',
  lowerBound: null,
  upperBound: null,
  transformer: '',
  layout: 'auto',
  visualisation: freshVisualisation,
  geoLink: null,
  validSeconds: null,
  config: { source: 'none' },
} as const;

/** What the form can change of a state. */
export function valuesOf(state: State) {
  const { title, unit, icon, valueType, lowerBound, upperBound, transformer, layout } = state;
  const { visualisation, geoLink, validSeconds, config } = state;
  return {
    title,
    unit,
    icon,
    valueType,
    lowerBound,
    upperBound,
    transformer,
    layout,
    visualisation,
    geoLink,
    validSeconds,
    config,
  };
}

/** In the order of the choices. */
export const offeredComponents: readonly Visualisation[] = [
  'none',
  'lineChart',
  'gauge',
  'doughnut',
  'battery',
  'odometer',
  'map',
  'alarmTable',
  'button',
  'hidden',
];
