import { i16le, numberOf, u8 } from '@stellwerk/plugin/payload';
import { defineProfile, measured } from '@stellwerk/plugin/profile';

/** Channels as in its user guide. */
export const profile = defineProfile({
  kind: 'milesight-em300-th',
  manufacturer: 'Milesight',
  model: 'EM300-TH',
  icon: 'temperature',
  intervalSeconds: 1_800,
  quantities: {
    temperature: {
      kind: 'sum',
      of: [
        { kind: 'weather', measure: 'temperature' },
        { kind: 'noise', amplitude: 0.6, hours: 5 },
      ],
    },
    humidity: { kind: 'weather', measure: 'humidity' },
    battery: { kind: 'battery', lifeDays: 2_500 },
  },
  states: [
    measured('temperature', 'Temperatur', 'Temperature', '°C', 1),
    measured('humidity', 'Luftfeuchte', 'Humidity', '%', 1),
    measured('battery', 'Batterie', 'Battery', '%', 0),
  ],
  encode(values) {
    const payload =
      `0175${u8(Math.min(100, numberOf(values.battery)))}` +
      `0367${i16le(numberOf(values.temperature) * 10)}` +
      `0468${u8(Math.min(200, numberOf(values.humidity) * 2))}`;
    return { payload, meta: { lora: { fport: 85 } } };
  },
});
