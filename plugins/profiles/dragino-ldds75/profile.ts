import { i16be, numberOf, u16be, within } from '@stellwerk/plugin/payload';
import { defineProfile, measured } from '@stellwerk/plugin/profile';

/** Above a stream: the higher the water, the shorter the distance. Eight bytes on port 2, as in the user manual. */
export const profile = defineProfile({
  kind: 'dragino-ldds75',
  manufacturer: 'Dragino',
  model: 'LDDS75',
  icon: 'river',
  intervalSeconds: 1_200,
  quantities: {
    distance: {
      kind: 'clamp',
      from: 320,
      to: 2_600,
      of: {
        kind: 'sum',
        of: [
          { kind: 'constant', value: 1_900 },
          { kind: 'noise', amplitude: 320, hours: 60 },
          { kind: 'noise', amplitude: 12, hours: 2 },
          { kind: 'scale', factor: -60, of: { kind: 'weather', measure: 'rain' } },
        ],
      },
    },
    temperature: {
      kind: 'sum',
      of: [
        { kind: 'season', mean: 10, amplitude: 7, peakDay: 210 },
        { kind: 'noise', amplitude: 1.2, hours: 30 },
      ],
    },
    voltage: { kind: 'battery', measure: 'voltage', lifeDays: 2_000, fullVolts: 3.6, emptyVolts: 2.5 },
  },
  states: [
    measured('distance', 'Abstand', 'Distance', 'mm', 0),
    measured('temperature', 'Wassertemperatur', 'Water temperature', '°C', 1),
    measured('voltage', 'Batteriespannung', 'Battery voltage', 'V', 3),
  ],
  encode(values) {
    const payload =
      u16be(within(numberOf(values.voltage) * 1_000, 0, 0x3fff)) +
      u16be(numberOf(values.distance)) +
      `00${i16be(numberOf(values.temperature) * 10)}01`;
    return { payload, meta: { lora: { fport: 2 } } };
  },
});
