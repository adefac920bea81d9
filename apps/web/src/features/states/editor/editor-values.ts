import type { State, Visualisation, VisualisationOptions } from '@stellwerk/contract/state';

const freshVisualisation: VisualisationOptions = {
  component: 'none',
  minimumLength: 6,
  decimals: null,
  minimum: 0,
  maximum: 100,
  thresholds: [],
  direction: 'ascending',
  timeRange: '24h',
  buttonValue: 1,
  buttonLabel: '',
  confirm: true,
};

/** With what the form for a new state begins. */
export const freshValues = {
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

/** Tables of alarms come with the alarms; a state that has one keeps it. */
export const offeredComponents: readonly Visualisation[] = [
  'none',
  'lineChart',
  'gauge',
  'doughnut',
  'battery',
  'odometer',
  'map',
  'button',
  'hidden',
];
