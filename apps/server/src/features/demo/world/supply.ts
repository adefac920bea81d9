import { kilo, sum } from './scripts.ts';
import type { Meters, WorldAccount, WorldDevice, WorldRule, WorldState, WorldTwin } from './types.ts';

const nightWater: WorldRule = {
  title: 'Wasser läuft in der Nacht',
  sharedBy: 'wohnung',
  description: 'Zwischen 1 und 5 Uhr sollte fast nichts verbraucht werden.',
  metrics: { litres: { state: 'lastHour', operation: 'min', minutes: 240 } },
  when: { op: 'when', metric: 'litres', cmp: 'gt', value: 12 },
  windows: [{ weekdays: [1, 2, 3, 4, 5, 6, 7], from: '03:00', to: '05:00' }],
  alarm: {
    severity: 'error',
    category: 'device',
    message: 'Vermutlich ein Leck: {{twin.title}} meldet auch nachts {{litres}} l/h',
    resolvesItself: true,
  },
};

const tap = { kind: 'meter', usage: 'tap', startUpTo: 900, portion: 0.009 };
const leaking = { signals: { volume: { ...tap, perDay: 0.9, leakPerHour: 0.034, leakSinceDaysAgo: 4 } } };

const waterMeter = (where: string, perDay: number, usage: string): WorldDevice => ({
  profile: 'axioma-w1',
  title: `Wasserzähler ${where}`,
  tags: ['wasser'],
  signals: { volume: { kind: 'meter', perDay, usage, startUpTo: 4_000, portion: perDay / 50 } },
});

const heatMeter = (where: string, perDay: number, usage: string): WorldDevice => ({
  profile: 'elvaco-cmi4110',
  title: `Wärmezähler ${where}`,
  tags: ['wärme'],
  signals: { energy: { kind: 'meter', perDay, usage, heating: true, startUpTo: 240_000 } },
});

const powerMeter = (where: string, perDay: number, usage: string): WorldDevice => ({
  profile: 'shelly-pro-3em',
  connector: 'mqtt',
  title: `Stromzähler ${where}`,
  tags: ['strom'],
  intervalSeconds: 1_800,
  signals: { energy: { kind: 'meter', perDay, usage, startUpTo: 60_000 } },
});

const water: WorldState = {
  key: 'water',
  title: 'Wasser (Zählerstand)',
  unit: 'm³',
  icon: 'water',
  decimals: 1,
  from: 'volume',
  of: 'devices',
  profiles: ['axioma-w1'],
  script: sum,
};
const heat: WorldState = {
  key: 'heat',
  title: 'Wärme (Zählerstand)',
  unit: 'kWh',
  icon: 'flame',
  decimals: 0,
  from: 'energy',
  of: 'devices',
  profiles: ['elvaco-cmi4110'],
  script: sum,
};
const heatPower: WorldState = {
  key: 'heatPower',
  title: 'Wärmeleistung',
  unit: 'kW',
  icon: 'flame',
  decimals: 1,
  from: 'power',
  of: 'devices',
  profiles: ['elvaco-cmi4110'],
  script: sum,
};
const power: WorldState = {
  key: 'power',
  title: 'Elektrische Leistung',
  unit: 'kW',
  icon: 'power',
  decimals: 1,
  from: 'power',
  of: 'devices',
  profiles: ['shelly-pro-3em'],
  script: kilo,
};

const perDay = (key: string, title: string, from: string, unit: string, decimals: number): WorldState => ({
  ...{ key, title, unit, decimals, from, of: 'self' },
  window: { operation: 'differencePeriod', mode: 'period', periodLength: 1, periodUnit: 'day' },
});

interface Building {
  key: string;
  title: string;
  address: string;
  at: Meters;
  icon: string;
  usage: string;
  scale: number;
}

const building = ({ key, title, address, at, icon, usage, scale }: Building): WorldTwin => ({
  ...{ key, title, address, at, icon, type: 'building', tags: ['liegenschaft'] },
  states: [water, heat, heatPower, power],
  devices: [
    // Places that are always occupied use little water at night.
    waterMeter(title, 4 * scale, usage === 'always' ? 'tap' : usage),
    heatMeter(title, 420 * scale, usage),
    powerMeter(title, 130 * scale, usage),
  ],
});

export const supply: WorldAccount = {
  name: 'Wasser & Wärme',
  description: 'Zähler in Haushalten und städtischen Gebäuden, Pegel und Netz',
  users: [
    { firstName: 'Anke', lastName: 'Schubert', mailbox: 'anke.schubert', role: 'Operator' },
    { firstName: 'Paul', lastName: 'Nowak', mailbox: 'paul.nowak', role: 'Reader' },
  ],
  twins: [
    {
      key: 'supply',
      title: 'Versorgung',
      icon: 'factory',
      at: [120, -300],
      states: [
        { ...water, title: 'Wasser (alle Zähler)' },
        { ...heat, title: 'Wärme (alle Zähler)' },
        { ...heatPower, title: 'Wärmeleistung (gesamt)' },
        { ...power, title: 'Elektrische Leistung (gesamt)' },
        perDay('waterPerDay', 'Wasserverbrauch je Tag', 'water', 'm³', 1),
        perDay('heatPerDay', 'Wärmeverbrauch je Tag', 'heat', 'kWh', 0),
      ],
      twins: [
        {
          key: 'public',
          title: 'Städtische Gebäude',
          icon: 'office',
          at: [0, 0],
          twins: [
            building({
              key: 'townhall',
              title: 'Rathaus',
              address: 'Markt 1, Lindenau',
              at: [-20, 70],
              icon: 'office',
              usage: 'office',
              scale: 1,
            }),
            building({
              key: 'pool',
              title: 'Hallenbad',
              address: 'Badstraße 2, Lindenau',
              at: [-300, -380],
              icon: 'water',
              usage: 'always',
              scale: 6,
            }),
            building({
              key: 'library',
              title: 'Stadtbücherei',
              address: 'Gartenstraße 9, Lindenau',
              at: [160, 150],
              icon: 'building',
              usage: 'office',
              scale: 0.6,
            }),
            building({
              key: 'fire',
              title: 'Feuerwache',
              address: 'Bahnhofstraße 2, Lindenau',
              at: [380, -90],
              icon: 'truck',
              usage: 'always',
              scale: 0.8,
            }),
            building({
              key: 'depot',
              title: 'Bauhof, Werkhalle',
              address: 'Gewerbering 7, Lindenau',
              at: [-740, -240],
              icon: 'warehouse',
              usage: 'office',
              scale: 0.9,
            }),
            building({
              key: 'hall',
              title: 'Sporthalle',
              address: 'Schulstraße 6, Lindenau',
              at: [-360, 320],
              icon: 'building',
              usage: 'school',
              scale: 1.4,
            }),
          ],
        },
        {
          key: 'homes',
          title: 'Wohnanlage Lindenhof',
          icon: 'house',
          at: [260, 300],
          address: 'Lindenhof 1–24, Lindenau',
          states: [water],
          devices: [
            {
              profile: 'axioma-w1',
              title: 'Wasserzähler Lindenhof {n}',
              tags: ['wasser', 'wohnung'],
              rules: [nightWater],
              repeat: {
                count: 24,
                along: [
                  [200, 260],
                  [330, 270],
                  [330, 350],
                  [200, 345],
                ],
              },
              except: { 9: leaking },
            },
            {
              profile: 'adeunis-pulse',
              title: 'Gaszähler Lindenhof {n}',
              tags: ['gas'],
              intervalSeconds: 7_200,
              repeat: {
                count: 8,
                along: [
                  [200, 256],
                  [330, 266],
                ],
              },
            },
          ],
        },
        {
          key: 'river',
          title: 'Lindenbach',
          icon: 'river',
          at: [-120, -120],
          devices: [
            {
              profile: 'dragino-ldds75',
              title: 'Pegel {name}',
              icon: 'river',
              tags: ['pegel'],
              repeat: {
                names: ['Oberlauf', 'Brücke', 'Mühle'],
                along: [
                  [-900, -40],
                  [-120, -120],
                  [760, -330],
                ],
              },
            },
          ],
        },
        {
          key: 'network',
          title: 'Fernwärmenetz',
          icon: 'heating',
          at: [140, -260],
          devices: [
            {
              profile: 'aqara-wsdcgq11lm',
              connector: 'mqtt',
              title: 'Schaltschrank {name}',
              icon: 'server',
              tags: ['schaltschrank'],
              repeat: {
                names: ['Nord', 'Süd', 'Ost', 'West'],
                along: [
                  [140, -200],
                  [140, -320],
                ],
              },
            },
            {
              profile: 'tasmota-plug',
              connector: 'mqtt',
              title: 'Umwälzpumpe {n}',
              icon: 'power',
              tags: ['pumpe'],
              intervalSeconds: 1_800,
              repeat: {
                count: 4,
                along: [
                  [150, -220],
                  [150, -300],
                ],
              },
            },
          ],
        },
      ],
    },
  ],
};
