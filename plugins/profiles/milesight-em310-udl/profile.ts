import { numberOf, u8, u16le } from '@stellwerk/plugin/payload';
import { defineProfile, measured, told } from '@stellwerk/plugin/profile';

/** In the lid of an 1,100-litre container: the fuller, the shorter the distance. Channels as in its user guide. */
export const profile = defineProfile({
  kind: 'milesight-em310-udl',
  manufacturer: 'Milesight',
  model: 'EM310-UDL',
  icon: 'waste',
  intervalSeconds: 3_600,
  quantities: {
    distance: { kind: 'fill', measure: 'distance' },
    tilted: { kind: 'constant', value: false },
    battery: { kind: 'battery', lifeDays: 2_200 },
  },
  states: [
    measured('fillLevel', 'Füllstand', 'Fill level', '%', 0),
    measured('distance', 'Abstand', 'Distance', 'mm', 0),
    told('tilted', 'Gekippt', 'Tilted'),
    measured('battery', 'Batterie', 'Battery', '%', 0),
  ],
  encode(values) {
    const payload =
      `0175${u8(Math.min(100, numberOf(values.battery)))}` +
      `0382${u16le(numberOf(values.distance))}` +
      `0400${values.tilted === true ? '01' : '00'}`;
    return { payload, meta: { lora: { fport: 85 } } };
  },
});
