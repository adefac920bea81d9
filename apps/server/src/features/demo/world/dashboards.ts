import type { WorldDashboard } from './types.ts';

type Widget = NonNullable<WorldDashboard['widgets']>[number];
type Options = NonNullable<Widget['options']>;

const one = (key: string): Options => ({ dtwinIds: [`@${key}`] });
const below = (key: string, more: Options = {}): Options => ({ parentDtwinId: `@${key}`, onlyBelow: true, ...more });
const month = { type: 'relative', amount: 30, unit: 'd', end: 'now' } as const;
const week = { type: 'relative', amount: 7, unit: 'd', end: 'now' } as const;
const day = { type: 'relative', amount: 24, unit: 'h', end: 'now' } as const;

/** A widget that shows a number and its line. */
const value = (title: string, key: string, state: string, options: Options = {}): Widget => ({
  ...{ type: 'value', title, size: 3, minHeightPx: 160 },
  options: { twinFilter: one(key), state, ...options },
});

const chart = (title: string, size: number, options: Options): Widget => ({
  ...{ type: 'chart', title, size, minHeightPx: 340 },
  options: { yAxisMin: 'auto-cropped', yAxisMax: 'auto-cropped', ...options },
});

const gauge = (title: string, key: string, state: string, options: Options): Widget => ({
  ...{ type: 'chart', title, size: 3, minHeightPx: 260 },
  options: {
    chartType: 'gauge',
    twinFilter: one(key),
    data: { states: [state] },
    label: '{{state.title}}',
    gauge: options,
  },
});

const co2Colours = [
  { value: 1_000, color: 'warning' },
  { value: 1_400, color: 'error' },
];
const fillColours = [
  { value: 70, color: 'warning' },
  { value: 90, color: 'error' },
];
const warnFrom = (limit: number): Options => ({ colours: [{ operator: 'gte', value: limit, color: 'warning' }] });

export const dashboards: readonly WorldDashboard[] = [
  {
    key: 'school',
    name: 'Raumklima der Lindenschule',
    twin: 'school',
    defaultDateRange: week,
    widgets: [
      gauge('CO₂, schlechtester Raum', 'school', 'worstCo2', {
        min: 400,
        max: 2_400,
        thresholds: co2Colours,
        decimalPlaces: 0,
      }),
      value('Temperatur (Mittel)', 'school', 'temperature', { decimalPlaces: 1 }),
      value('Luftfeuchte (Mittel)', 'school', 'humidity', { decimalPlaces: 0 }),
      value('Räume über 1.000 ppm', 'school', 'stuffyRooms', { decimalPlaces: 0, ...warnFrom(1) }),
      chart('CO₂ je Etage', 6, {
        twinFilter: below('school', { types: ['floor'] }),
        data: { states: ['co2'] },
        label: '{{twin.title}}',
        lineSmooth: true,
      }),
      chart('Wann die Luft schlecht wird', 6, {
        chartType: 'heatmap',
        twinFilter: one('school'),
        data: { states: ['worstCo2'] },
        heatmap: { layout: 'weekdayByHour', valueDetermination: 'average' },
      }),
      chart('Temperatur je Etage', 6, {
        twinFilter: below('school', { types: ['floor'] }),
        data: { states: ['temperature'] },
        label: '{{twin.title}}',
      }),
      chart('CO₂ je Raum und Tag', 6, {
        chartType: 'heatmap',
        twinFilter: below('school.first', { types: ['room'] }),
        data: { states: ['co2'] },
        label: '{{twin.title}}',
        heatmap: { layout: 'seriesByDay', valueDetermination: 'max' },
      }),
      {
        ...{ type: 'twinTable', title: 'Alle Räume', size: 12, minHeightPx: 570 },
        options: {
          twinFilter: below('school', { types: ['room'] }),
          attributes: [
            { field: 'title', width: 3 },
            { field: 'status', width: 2 },
            { field: 'state', key: 'co2', label: 'CO₂' },
            { field: 'state', key: 'temperature', label: 'Temperatur' },
            { field: 'state', key: 'humidity', label: 'Luftfeuchte' },
          ],
          rowsPerPage: 10,
        },
      },
    ],
  },
  {
    key: 'parking',
    name: 'Parken in der Innenstadt',
    twin: 'parking',
    defaultDateRange: week,
    widgets: [
      value('Freie Plätze', 'parking', 'free', { decimalPlaces: 0 }),
      gauge('Markt', 'parking.market', 'occupancy', { thresholds: fillColours, decimalPlaces: 0 }),
      gauge('Bahnhof (P+R)', 'parking.station', 'occupancy', { thresholds: fillColours, decimalPlaces: 0 }),
      gauge('Hallenbad', 'parking.pool', 'occupancy', { thresholds: fillColours, decimalPlaces: 0 }),
      chart('Belegung in Prozent', 8, {
        twinFilter: below('parking', { tags: ['parkplatz'] }),
        data: { states: ['occupancy'], aggregate: true, interval: '1h', function: 'avg' },
        label: '{{twin.title}}',
        lineShape: 'area',
        yAxisMin: 0,
        yAxisMax: 100,
      }),
      {
        ...{ type: 'twinMap', title: 'Frei oder belegt', size: 4, minHeightPx: 340 },
        options: {
          twinFilter: below('parking', { category: 'virtualDevice' }),
          markerRules: [
            { field: 'state', key: 'occupied', operator: 'eq', value: 'true', color: 'error' },
            { field: 'state', key: 'occupied', operator: 'eq', value: 'false', color: 'ok' },
          ],
        },
      },
      chart('Wann der Markt voll ist', 6, {
        chartType: 'heatmap',
        twinFilter: one('parking.market'),
        data: { states: ['occupancy'] },
        heatmap: { layout: 'weekdayByHour', valueDetermination: 'average', lowest: 0, highest: 100 },
      }),
      chart('Wann das P+R voll ist', 6, {
        chartType: 'heatmap',
        twinFilter: one('parking.station'),
        data: { states: ['occupancy'] },
        heatmap: { layout: 'weekdayByHour', valueDetermination: 'average', lowest: 0, highest: 100 },
      }),
    ],
  },
  {
    key: 'supply',
    name: 'Energie und Wasser',
    twin: 'supply',
    defaultDateRange: month,
    widgets: [
      value('Wasserverbrauch gestern', 'supply', 'waterPerDay', { decimalPlaces: 1, showLine: true }),
      value('Wärmeverbrauch gestern', 'supply', 'heatPerDay', { decimalPlaces: 0 }),
      value('Wärmeleistung', 'supply', 'heatPower', { decimalPlaces: 0 }),
      value('Elektrische Leistung', 'supply', 'power', { decimalPlaces: 1 }),
      chart('Wasserverbrauch je Tag', 6, {
        chartType: 'bar',
        twinFilter: one('supply'),
        data: { states: ['waterPerDay'], aggregate: true, interval: '1d', function: 'latest' },
        label: '{{state.title}}',
        legendShow: false,
        yAxisMin: 'auto',
        yAxisMax: 'auto',
      }),
      chart('Wärmeleistung und Außentemperatur', 6, {
        twinFilter: { dtwinIds: ['@supply', '@weather'] },
        data: { states: ['heatPower', 'temperature'], aggregate: true, interval: '6h', function: 'avg' },
        label: '{{state.title}}',
      }),
      chart('Elektrische Leistung der Gebäude', 12, {
        twinFilter: below('supply.public', { types: ['building'] }),
        data: { states: ['power'], aggregate: true, interval: '6h', function: 'avg' },
        label: '{{twin.title}}',
        lineShape: 'area',
        stacked: true,
        yAxisMin: 'auto',
        yAxisMax: 'auto',
      }),
      chart('Pegel am Lindenbach (Abstand)', 6, {
        twinFilter: below('supply.river'),
        data: { states: ['distance'] },
        label: '{{twin.title}}',
      }),
      {
        ...{ type: 'twinTable', title: 'Wasserzähler im Lindenhof', size: 6, minHeightPx: 360 },
        options: {
          twinFilter: below('supply.homes', { tags: ['wasser'] }),
          attributes: [
            { field: 'title', width: 4 },
            { field: 'state', key: 'volume', label: 'Stand' },
            { field: 'state', key: 'lastHour', label: 'Letzte Stunde' },
          ],
          rowsPerPage: 5,
        },
      },
    ],
  },
  {
    key: 'waste',
    name: 'Entsorgung',
    twin: 'waste',
    defaultDateRange: { type: 'relative', amount: 14, unit: 'd', end: 'now' },
    widgets: [
      gauge('Füllstand (Mittel)', 'waste', 'fillLevel', { thresholds: fillColours, decimalPlaces: 0 }),
      value('Behälter über 80 %', 'waste', 'fullBins', { decimalPlaces: 0, ...warnFrom(1) }),
      {
        ...{ type: 'twinMap', title: 'Wo geleert werden muss', size: 6, minHeightPx: 260 },
        options: {
          twinFilter: below('waste', { category: 'virtualDevice' }),
          markerRules: [
            { field: 'state', key: 'fillLevel', operator: 'gte', value: '90', color: 'error' },
            { field: 'state', key: 'fillLevel', operator: 'gte', value: '70', color: 'warning' },
            { field: 'state', key: 'fillLevel', operator: 'lt', value: '70', color: 'ok' },
          ],
          attributes: [{ field: 'state', key: 'fillLevel', label: 'Füllstand' }],
        },
      },
      chart('Füllstand je Stadtteil', 12, {
        twinFilter: { dtwinIds: ['@waste.old', '@waste.west', '@waste.east'] },
        data: { states: ['fillLevel'] },
        label: '{{twin.title}}',
        yAxisMin: 0,
        yAxisMax: 100,
      }),
      {
        ...{ type: 'twinTable', title: 'Alle Behälter', size: 12, minHeightPx: 570 },
        options: {
          twinFilter: below('waste', { category: 'virtualDevice' }),
          attributes: [
            { field: 'title', width: 4 },
            { field: 'state', key: 'fillLevel', label: 'Füllstand' },
            { field: 'state', key: 'battery', label: 'Batterie' },
            { field: 'status', width: 2 },
          ],
        },
      },
    ],
  },
  {
    key: 'overview',
    name: 'Lindenau im Überblick',
    defaultDateRange: day,
    widgets: [
      value('Lufttemperatur', 'weather', 'temperature', { decimalPlaces: 1 }),
      value('Freie Parkplätze', 'parking', 'free', {
        decimalPlaces: 0,
        action: { type: 'openDashboard', label: 'Parken', dashboardId: '@dashboard:parking' },
      }),
      value('Volle Behälter', 'waste', 'fullBins', {
        ...{ decimalPlaces: 0, ...warnFrom(1) },
        action: { type: 'openDashboard', label: 'Entsorgung', dashboardId: '@dashboard:waste' },
      }),
      value('Gestörte Leuchten', 'lighting', 'faults', { decimalPlaces: 0, ...warnFrom(1) }),
      {
        ...{ type: 'twinMap', title: 'Die Stadt', size: 8, minHeightPx: 440 },
        options: { twinFilter: {} },
      },
      {
        ...gauge('CO₂, schlechtester Raum', 'school', 'worstCo2', {
          ...{ min: 400, max: 2_400, thresholds: co2Colours, decimalPlaces: 0 },
        }),
        ...{ size: 4, minHeightPx: 440 },
      },
      chart('Belegung der Parkplätze', 6, {
        twinFilter: below('parking', { tags: ['parkplatz'] }),
        data: { states: ['occupancy'] },
        label: '{{twin.title}}',
        lineShape: 'step',
        yAxisMin: 0,
        yAxisMax: 100,
      }),
      chart('Straßenbeleuchtung', 6, {
        twinFilter: { dtwinIds: ['@lighting.avenue', '@lighting.station', '@lighting.school'] },
        data: { states: ['power'] },
        label: '{{twin.title}}',
        lineShape: 'area',
        stacked: true,
        yAxisMin: 'auto',
        yAxisMax: 'auto',
      }),
      chart('CO₂ je Etage der Schule', 6, {
        twinFilter: below('school', { types: ['floor'] }),
        data: { states: ['co2'] },
        label: '{{twin.title}}',
      }),
      chart('Wind und Temperatur', 6, {
        chartType: 'custom',
        twinFilter: one('weather'),
        data: { states: ['temperature', 'wind'] },
        generator: `const line = (key) => data.find(({ stateKey }) => stateKey === key)?.points ?? [];
return {
  tooltip: { trigger: 'axis' },
  legend: {},
  grid: { left: 48, right: 48, top: 64, bottom: 32 },
  xAxis: { type: 'time' },
  yAxis: [{ type: 'value', name: '°C', scale: true }, { type: 'value', name: 'm/s', splitLine: { show: false } }],
  series: [
    { type: 'line', name: 'Temperatur', showSymbol: false, smooth: true, data: line('temperature') },
    { type: 'bar', name: 'Wind', yAxisIndex: 1, barMaxWidth: 4, itemStyle: { opacity: 0.5 }, data: line('wind') },
  ],
};
`,
      }),
      {
        ...{ type: 'dashboard', title: 'Entsorgung', size: 12, minHeightPx: 680 },
        options: { dashboard: '@dashboard:waste' },
      },
    ],
  },
];
