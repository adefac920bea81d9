import { countAbove, greatest, sum } from './scripts.ts';
import type { Meters, WorldAccount, WorldRule, WorldState, WorldTwin } from './types.ts';

const co2 = {
  ...{ unit: 'ppm', icon: 'wind', decimals: 0, minimum: 400, maximum: 2_400 },
  thresholds: [1_000, 1_400],
} as const;
const warmth = { unit: '°C', icon: 'thermometer', decimals: 1 } as const;

const roomStates: readonly WorldState[] = [
  { key: 'temperature', title: 'Temperatur', ...warmth, from: 'temperature', of: 'devices' },
  { key: 'humidity', title: 'Luftfeuchte', unit: '%', icon: 'droplet', decimals: 0, from: 'humidity', of: 'devices' },
  { key: 'co2', title: 'CO₂', ...co2, component: 'gauge', from: 'co2', of: 'devices' },
];

const floorStates: readonly WorldState[] = [
  { key: 'temperature', title: 'Temperatur (Mittel)', ...warmth, from: 'temperature', of: 'twins' },
  {
    key: 'humidity',
    title: 'Luftfeuchte (Mittel)',
    unit: '%',
    icon: 'droplet',
    decimals: 0,
    from: 'humidity',
    of: 'twins',
  },
  { key: 'co2', title: 'CO₂ (Mittel)', ...co2, from: 'co2', of: 'twins' },
  { key: 'worstCo2', title: 'CO₂ (höchster Raum)', ...co2, from: 'co2', of: 'twins', script: greatest },
  {
    key: 'stuffyRooms',
    title: 'Räume über 1.000 ppm',
    decimals: 0,
    from: 'co2',
    of: 'twins',
    script: countAbove(1_000),
  },
];

const schoolStates: readonly WorldState[] = [
  { key: 'temperature', title: 'Temperatur (Mittel)', ...warmth, from: 'temperature', of: 'twins' },
  {
    key: 'humidity',
    title: 'Luftfeuchte (Mittel)',
    unit: '%',
    icon: 'droplet',
    decimals: 0,
    from: 'humidity',
    of: 'twins',
  },
  { key: 'co2', title: 'CO₂ (Mittel)', ...co2, component: 'gauge', from: 'co2', of: 'twins' },
  { key: 'worstCo2', title: 'CO₂ (höchster Raum)', ...co2, from: 'worstCo2', of: 'twins', script: greatest },
  { key: 'stuffyRooms', title: 'Räume über 1.000 ppm', decimals: 0, from: 'stuffyRooms', of: 'twins', script: sum },
];

const stuffy: WorldRule = {
  title: 'CO₂ zu hoch',
  sharedBy: 'innenraum',
  description: 'Meldet, wenn die Luft eines Raums über eine halbe Stunde verbraucht ist.',
  metrics: { co2: { state: 'co2', operation: 'avg', minutes: 45 } },
  when: { op: 'when', metric: 'co2', cmp: 'gt', value: 1_400 },
  alarm: { severity: 'warning', message: 'CO₂ über 1.400 ppm in {{twin.title}}: bitte lüften' },
};

const cold: WorldRule = {
  title: 'Raum zu kalt',
  sharedBy: 'klassenraum',
  description: 'An Schultagen zwischen 8 und 15 Uhr.',
  metrics: { temperature: { state: 'temperature' } },
  when: { op: 'when', metric: 'temperature', cmp: 'lt', value: 18 },
  windows: [{ weekdays: [1, 2, 3, 4, 5], from: '08:00', to: '15:00' }],
  alarm: { severity: 'warning', message: '{{twin.title}} ist mit {{temperature}} °C zu kalt' },
};

/** Rooms with failed ventilation: their air is always bad. */
const noVentilation = {
  signals: {
    co2: { kind: 'room', measure: 'co2', hasVentilation: false },
    tvoc: { kind: 'room', measure: 'tvoc', hasVentilation: false },
    temperature: { kind: 'room', measure: 'temperature', hasVentilation: false },
  },
};

interface Floor {
  key: string;
  title: string;
  number: number;
  rooms: readonly string[];
  along: readonly Meters[];
  except?: WorldTwin['except'];
}

const floor = ({ key, title, number, rooms, along, except }: Floor): WorldTwin => ({
  key,
  title,
  type: 'floor',
  floorNumber: number,
  states: floorStates,
  twins: [
    {
      key: 'room',
      title: 'Raum {name}',
      type: 'room',
      tags: ['klassenraum', 'innenraum'],
      repeat: { names: rooms, along },
      states: roomStates,
      rules: [stuffy, cold],
      devices: [{ profile: 'milesight-am107', title: 'Raumsensor {name}', intervalSeconds: 1_800 }],
      ...(except ? { except } : {}),
    },
  ],
});

export const education: WorldAccount = {
  name: 'Bildung',
  description: 'Schule und Kindertagesstätte: Raumluft und Heizung',
  users: [
    { firstName: 'Sabine', lastName: 'Krüger', mailbox: 'sabine.krueger', role: 'Operator' },
    { firstName: 'Emre', lastName: 'Yıldız', mailbox: 'emre.yildiz', role: 'Reader' },
  ],
  twins: [
    {
      key: 'school',
      title: 'Lindenschule',
      type: 'building',
      icon: 'school',
      tags: ['schule'],
      at: [-420, 260],
      address: 'Schulstraße 4, Lindenau',
      description: 'Grund- und Oberschule mit 24 Klassenräumen auf drei Etagen.',
      keyValue: { Baujahr: '1974', Sanierung: '2019', Hausmeister: 'Olaf Brandt' },
      isShared: true,
      states: schoolStates,
      rules: [
        {
          title: 'Viele Räume schlecht gelüftet',
          metrics: { rooms: { state: 'stuffyRooms' } },
          when: { op: 'when', metric: 'rooms', cmp: 'gte', value: 8 },
          alarm: { severity: 'error', message: '{{rooms}} Räume der Lindenschule haben mehr als 1.000 ppm CO₂' },
        },
      ],
      twins: [
        floor({
          key: 'ground',
          title: 'Erdgeschoss',
          number: 0,
          rooms: ['001', '002', '003', '004', '005', '006', '007', '008'],
          along: [
            [-470, 262],
            [-370, 262],
          ],
        }),
        floor({
          key: 'first',
          title: '1. Obergeschoss',
          number: 1,
          rooms: ['101', '102', '103', '104', '105', '106', '107', '108'],
          along: [
            [-470, 274],
            [-370, 274],
          ],
          except: { 4: noVentilation },
        }),
        floor({
          key: 'second',
          title: '2. Obergeschoss',
          number: 2,
          rooms: ['201', '202', '203', '204', '205', '206', '207', '208'],
          along: [
            [-470, 286],
            [-370, 286],
          ],
          except: { 6: noVentilation, 8: { silentDays: 3 } },
        }),
      ],
    },
    {
      key: 'kindergarten',
      title: 'Kita Sonnenblume',
      type: 'building',
      icon: 'house',
      tags: ['kita'],
      at: [310, 480],
      address: 'Am Anger 11, Lindenau',
      states: floorStates,
      twins: [
        {
          key: 'room',
          title: 'Gruppenraum {name}',
          type: 'room',
          tags: ['innenraum'],
          repeat: {
            names: ['Igel', 'Fuchs', 'Eule', 'Biber', 'Frosch', 'Hase'],
            along: [
              [292, 476],
              [328, 484],
            ],
          },
          states: roomStates,
          rules: [stuffy],
          devices: [{ profile: 'elsys-ers-co2', title: 'Raumfühler {name}', intervalSeconds: 1_800 }],
        },
      ],
    },
  ],
};
