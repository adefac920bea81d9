import { countAbove } from './scripts.ts';
import type { Meters, WorldAccount, WorldRule, WorldState, WorldTwin } from './types.ts';

const districtStates: readonly WorldState[] = [
  {
    key: 'fillLevel',
    title: 'Füllstand (Mittel)',
    unit: '%',
    decimals: 0,
    thresholds: [70, 90],
    from: 'fillLevel',
    of: 'devices',
  },
  {
    key: 'fullBins',
    title: 'Behälter über 80 %',
    icon: 'waste',
    decimals: 0,
    from: 'fillLevel',
    of: 'devices',
    script: countAbove(80),
  },
];

const full: WorldRule = {
  title: 'Behälter voll',
  sharedBy: 'behälter',
  metrics: { level: { state: 'fillLevel' } },
  when: { op: 'when', metric: 'level', cmp: 'gte', value: 90 },
  alarm: { severity: 'warning', category: 'device', message: '{{twin.title}} ist zu {{level}} % voll' },
};

const forgotten = {
  signals: { distance: { kind: 'fill', measure: 'distance', forgottenSinceDaysAgo: 9 } },
};

interface District {
  key: string;
  title: string;
  at: Meters;
  along: readonly Meters[];
  count: number;
  except?: WorldTwin['except'];
}

const district = ({ key, title, at, along, count, except }: District): WorldTwin => ({
  key,
  title,
  icon: 'waste',
  at,
  states: districtStates,
  devices: [
    {
      profile: 'milesight-em310-udl',
      title: `${title}, Behälter {n}`,
      tags: ['behälter'],
      repeat: { count, along },
      intervalSeconds: 7_200,
      rules: [full],
      ...(except ? { except } : {}),
    },
  ],
});

export const waste: WorldAccount = {
  name: 'Entsorgung',
  description: 'Füllstände der Wertstoffbehälter, geleert montags und donnerstags',
  users: [{ firstName: 'Torsten', lastName: 'Bauer', mailbox: 'torsten.bauer', role: 'Operator' }],
  twins: [
    {
      key: 'waste',
      title: 'Wertstoffbehälter',
      icon: 'waste',
      at: [-60, 120],
      states: [
        {
          key: 'fillLevel',
          title: 'Füllstand (Mittel)',
          unit: '%',
          decimals: 0,
          component: 'gauge',
          thresholds: [70, 90],
          from: 'fillLevel',
          of: 'devices',
        },
        {
          key: 'fullBins',
          title: 'Behälter über 80 %',
          icon: 'waste',
          decimals: 0,
          from: 'fillLevel',
          of: 'devices',
          script: countAbove(80),
        },
      ],
      twins: [
        district({
          key: 'old',
          title: 'Altstadt',
          at: [-40, 130],
          count: 16,
          along: [
            [-180, 60],
            [-40, 150],
            [120, 190],
            [180, 60],
          ],
        }),
        district({
          key: 'west',
          title: 'Weststadt',
          at: [-600, 90],
          count: 14,
          along: [
            [-720, -60],
            [-640, 180],
            [-500, 320],
          ],
          except: {
            3: forgotten,
            11: { signals: { battery: { kind: 'battery', lifeDays: 2_200, percentAtOrigin: 6 } } },
          },
        }),
        district({
          key: 'east',
          title: 'Bahnhofsviertel',
          at: [560, 30],
          count: 14,
          along: [
            [420, -240],
            [560, 20],
            [700, 260],
          ],
          except: { 7: { ...forgotten }, 12: { silentDays: 5 } },
        }),
      ],
    },
  ],
};
