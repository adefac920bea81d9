import type { WorldAccount } from './types.ts';

export const weather: WorldAccount = {
  users: [{ firstName: 'Jonas', lastName: 'Albrecht', mailbox: 'jonas.albrecht', role: 'Administrator' }],
  twins: [
    {
      key: 'weather',
      title: 'Wetter',
      icon: 'sun',
      at: [60, 620],
      states: [
        {
          key: 'temperature',
          title: 'Lufttemperatur',
          unit: '°C',
          icon: 'thermometer',
          decimals: 1,
          from: 'temperature',
          of: 'devices',
          profiles: ['decentlab-atm41'],
        },
        { key: 'wind', title: 'Wind', unit: 'm/s', icon: 'wind', decimals: 1, from: 'windSpeed', of: 'devices' },
      ],
      rules: [
        {
          title: 'Frostwarnung',
          metrics: { temperature: { state: 'temperature' } },
          when: { op: 'when', metric: 'temperature', cmp: 'lt', value: 0 },
          alarm: { severity: 'warning', message: 'Frost: {{temperature}} °C, Streudienst verständigen' },
        },
      ],
      devices: [
        { profile: 'decentlab-atm41', title: 'Wetterstation Wasserturm', tags: ['wetter'] },
        {
          profile: 'milesight-em300-th',
          title: 'Außenfühler {name}',
          tags: ['wetter'],
          repeat: {
            names: ['Markt', 'Bahnhof', 'Bauhof'],
            along: [
              [30, 60],
              [600, -150],
              [-740, -220],
            ],
          },
        },
        {
          profile: 'dragino-lht65',
          title: 'Stadtbaum {n}, Bodenfühler',
          icon: 'tree',
          tags: ['wetter', 'baum'],
          intervalSeconds: 3_600,
          repeat: {
            count: 8,
            along: [
              [-300, -40],
              [0, 6],
              [320, 26],
            ],
          },
        },
      ],
    },
  ],
};
