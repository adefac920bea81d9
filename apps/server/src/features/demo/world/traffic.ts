import { countFalse, countTrue, shareTrue, sum } from './scripts.ts';
import type { WorldAccount, WorldRule, WorldState } from './types.ts';

const lotStates: readonly WorldState[] = [
  { key: 'free', title: 'Freie Plätze', icon: 'car', decimals: 0, from: 'occupied', of: 'devices', script: countFalse },
  {
    key: 'taken',
    title: 'Belegte Plätze',
    icon: 'car',
    decimals: 0,
    from: 'occupied',
    of: 'devices',
    script: countTrue,
  },
  {
    ...{ key: 'occupancy', title: 'Belegung', unit: '%', decimals: 0, component: 'gauge', thresholds: [80, 95] },
    ...{ from: 'occupied', of: 'devices', script: shareTrue },
  },
];

const full: WorldRule = {
  title: 'Parkplatz voll',
  sharedBy: 'parkplatz',
  metrics: { occupancy: { state: 'occupancy', operation: 'min', minutes: 60 } },
  when: { op: 'when', metric: 'occupancy', cmp: 'gte', value: 98 },
  alarm: { severity: 'warning', message: '{{twin.title}} ist seit einer Stunde voll belegt' },
};

const leftYard: WorldRule = {
  title: 'Fahrzeug verlässt nachts den Bauhof',
  sharedBy: 'fahrzeug',
  description: 'Zwischen 19 und 6 Uhr sollte kein Fahrzeug unterwegs sein.',
  geofence: { zone: 'yard.area', mode: 'exit' },
  windows: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], from: '19:00', to: '06:00' }],
  alarm: { severity: 'warning', message: '{{twin.title}} hat nachts den Bauhof verlassen', resolvesItself: false },
};

const commuters = {
  kind: 'presence',
  stayMinutes: 420,
  demand: {
    weekday: [
      [4, 0.05],
      [6.5, 0.35],
      [8.5, 0.92],
      [15, 0.88],
      [18, 0.3],
      [22, 0.1],
    ],
    sunday: [
      [6, 0.05],
      [12, 0.2],
      [18, 0.15],
      [22, 0.05],
    ],
  },
};

export const traffic: WorldAccount = {
  name: 'Verkehr & Parken',
  description: 'Parkplätze in der Innenstadt und Fahrzeuge des Bauhofs',
  users: [{ firstName: 'Miriam', lastName: 'Vogel', mailbox: 'miriam.vogel', role: 'Operator' }],
  twins: [
    {
      key: 'parking',
      title: 'Parken',
      icon: 'parking',
      at: [40, -20],
      states: [
        { key: 'free', title: 'Freie Plätze', icon: 'car', decimals: 0, from: 'free', of: 'twins', script: sum },
        { key: 'taken', title: 'Belegte Plätze', icon: 'car', decimals: 0, from: 'taken', of: 'twins', script: sum },
        { key: 'occupancy', title: 'Belegung', unit: '%', decimals: 0, from: 'occupancy', of: 'twins' },
      ],
      twins: [
        {
          key: 'market',
          title: 'Parkplatz Markt',
          icon: 'parking',
          tags: ['parkplatz'],
          at: [30, 40],
          address: 'Markt, Lindenau',
          states: lotStates,
          rules: [full],
          devices: [
            {
              profile: 'bosch-tps110',
              title: 'Markt, Platz {n}',
              repeat: {
                count: 24,
                along: [
                  [0, 25],
                  [62, 25],
                  [62, 55],
                  [0, 55],
                ],
              },
            },
          ],
        },
        {
          key: 'station',
          title: 'Parkplatz Bahnhof (P+R)',
          icon: 'parking',
          tags: ['parkplatz'],
          at: [620, -180],
          address: 'Bahnhofstraße 30, Lindenau',
          states: lotStates,
          rules: [full],
          devices: [
            {
              profile: 'bosch-tps110',
              title: 'Bahnhof, Platz {n}',
              repeat: {
                count: 32,
                along: [
                  [580, -170],
                  [664, -170],
                  [664, -192],
                  [580, -192],
                ],
              },
              signals: { occupied: commuters },
            },
          ],
        },
        {
          key: 'pool',
          title: 'Parkplatz Hallenbad',
          icon: 'parking',
          tags: ['parkplatz'],
          at: [-280, -410],
          address: 'Badstraße 2, Lindenau',
          states: lotStates,
          rules: [full],
          devices: [
            {
              profile: 'bosch-tps110',
              title: 'Hallenbad, Platz {n}',
              repeat: {
                count: 14,
                along: [
                  [-300, -404],
                  [-262, -416],
                ],
              },
            },
          ],
        },
      ],
    },
    {
      key: 'yard',
      title: 'Bauhof',
      icon: 'warehouse',
      at: [-760, -260],
      address: 'Gewerbering 7, Lindenau',
      states: [
        {
          key: 'moving',
          title: 'Fahrzeuge unterwegs',
          icon: 'car',
          decimals: 0,
          from: 'moving',
          of: 'devices',
          script: countTrue,
        },
      ],
      twins: [
        {
          key: 'area',
          title: 'Werksgelände',
          type: 'zone',
          at: [-760, -260],
          area: [
            [-840, -320],
            [-680, -320],
            [-680, -200],
            [-840, -200],
          ],
        },
      ],
      devices: [
        {
          profile: 'digital-matter-oyster',
          title: 'Kehrmaschine',
          icon: 'truck',
          tags: ['fahrzeug'],
          intervalSeconds: 600,
          rules: [leftYard],
          route: {
            points: [
              [-760, -260],
              [-420, -120],
              [-60, -40],
              [80, 120],
              [-180, 340],
              [-560, 220],
            ],
            speedKmh: 9,
          },
        },
        {
          profile: 'digital-matter-oyster',
          title: 'Müllwagen {name}',
          icon: 'truck',
          tags: ['fahrzeug'],
          intervalSeconds: 600,
          rules: [leftYard],
          repeat: { names: ['LI-SW 401', 'LI-SW 402'] },
          route: {
            points: [
              [-760, -260],
              [-300, -380],
              [240, -420],
              [700, -160],
              [420, 260],
              [-80, 520],
              [-600, 300],
            ],
            speedKmh: 14,
          },
        },
        {
          profile: 'digital-matter-oyster',
          title: 'Kontrollfahrzeug Wasserwerk',
          icon: 'car',
          tags: ['fahrzeug'],
          intervalSeconds: 600,
          rules: [leftYard],
          route: {
            points: [
              [-760, -260],
              [-200, -60],
              [640, 340],
              [1_500, 900],
              [2_600, 1_500],
              [1_200, 200],
            ],
            speedKmh: 24,
            fromHour: 6.5,
            // The on-call service for burst pipes also drives at night.
            nights: 0.12,
            nightsAgo: [1, 9, 20],
          },
        },
        {
          profile: 'digital-matter-oyster',
          title: 'Streuwagen {name}',
          icon: 'truck',
          tags: ['fahrzeug'],
          intervalSeconds: 600,
          rules: [leftYard],
          repeat: { names: ['LI-SW 411', 'LI-SW 412'] },
          route: {
            points: [
              [-760, -260],
              [-640, 120],
              [-100, 420],
              [460, 380],
              [720, -60],
              [200, -300],
            ],
            speedKmh: 18,
          },
        },
      ],
    },
  ],
};
