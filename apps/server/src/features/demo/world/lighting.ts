import { countTrue, kilo, sum } from './scripts.ts';
import type { Meters, WorldAccount, WorldRule, WorldState, WorldTwin } from './types.ts';

const streetStates: readonly WorldState[] = [
  {
    key: 'power',
    title: 'Leistung',
    unit: 'kW',
    icon: 'power',
    decimals: 2,
    from: 'power',
    of: 'devices',
    script: kilo,
  },
  { key: 'level', title: 'Dimmstufe (Mittel)', unit: '%', icon: 'sun', decimals: 0, from: 'level', of: 'devices' },
  {
    key: 'faults',
    title: 'Gestörte Leuchten',
    icon: 'light',
    decimals: 0,
    from: 'fault',
    of: 'devices',
    script: countTrue,
  },
];

const broken: WorldRule = {
  title: 'Leuchte gestört',
  sharedBy: 'leuchte',
  metrics: { fault: { state: 'fault' } },
  when: { op: 'when', metric: 'fault', cmp: 'eq', value: true },
  alarm: { severity: 'error', category: 'device', message: '{{twin.title}} ist gestört' },
};

const failedSince = (days: number) => {
  const signal = (measure: string) => ({ kind: 'streetLight', measure, fault: 'lamp', faultSinceDaysAgo: days });
  return { signals: { power: signal('power'), energy: signal('energy'), isBroken: signal('isBroken') } };
};

interface Street {
  key: string;
  title: string;
  count: number;
  along: readonly Meters[];
  except?: WorldTwin['except'];
}

const street = ({ key, title, count, along, except }: Street): WorldTwin => ({
  key,
  title,
  icon: 'lamp',
  at: along[Math.floor(along.length / 2)] ?? [0, 0],
  states: streetStates,
  devices: [
    {
      profile: 'nas-ul2020',
      title: `${title}, Leuchte {n}`,
      tags: ['leuchte'],
      repeat: { count, along },
      intervalSeconds: 3_600,
      rules: [broken],
      ...(except ? { except } : {}),
    },
  ],
});

export const lighting: WorldAccount = {
  name: 'Beleuchtung',
  description: 'Straßenleuchten mit Dämmerungsschaltung',
  users: [{ firstName: 'Kerstin', lastName: 'Lorenz', mailbox: 'kerstin.lorenz', role: 'Operator' }],
  twins: [
    {
      key: 'lighting',
      title: 'Straßenbeleuchtung',
      icon: 'lamp',
      at: [0, -60],
      states: [
        {
          key: 'power',
          title: 'Leistung',
          unit: 'kW',
          icon: 'power',
          decimals: 2,
          from: 'power',
          of: 'twins',
          script: sum,
        },
        { key: 'level', title: 'Dimmstufe (Mittel)', unit: '%', icon: 'sun', decimals: 0, from: 'level', of: 'twins' },
        {
          key: 'faults',
          title: 'Gestörte Leuchten',
          icon: 'light',
          decimals: 0,
          from: 'faults',
          of: 'twins',
          script: sum,
        },
      ],
      twins: [
        street({
          key: 'avenue',
          title: 'Lindenallee',
          count: 26,
          along: [
            [-700, -140],
            [-240, -30],
            [0, 0],
            [340, 20],
            [640, -60],
          ],
          except: { 17: failedSince(2) },
        }),
        street({
          key: 'station',
          title: 'Bahnhofstraße',
          count: 18,
          along: [
            [120, -20],
            [420, -110],
            [680, -200],
          ],
        }),
        street({
          key: 'school',
          title: 'Schulstraße',
          count: 12,
          along: [
            [-120, 40],
            [-300, 190],
            [-480, 310],
          ],
          except: { 5: failedSince(6) },
        }),
      ],
    },
  ],
};
