import { i16le, numberOf, u8, u16le } from '@stellwerk/plugin/payload';
import { defineProfile, measured } from '@stellwerk/plugin/profile';

/** Channels as in its user guide: channel, type, then the value, low byte first. */
export const profile = defineProfile({
  kind: 'milesight-am107',
  manufacturer: 'Milesight',
  model: 'AM107',
  icon: 'room',
  intervalSeconds: 900,
  quantities: {
    temperature: { kind: 'room', measure: 'temperature' },
    humidity: { kind: 'room', measure: 'humidity' },
    co2: { kind: 'room', measure: 'co2' },
    tvoc: { kind: 'room', measure: 'tvoc' },
    motion: { kind: 'room', measure: 'motion' },
    illuminance: { kind: 'room', measure: 'illuminance' },
    pressure: { kind: 'weather', measure: 'pressure' },
    battery: { kind: 'battery', lifeDays: 900 },
  },
  states: [
    measured('temperature', 'Temperatur', 'Temperature', '°C', 1),
    measured('humidity', 'Luftfeuchte', 'Humidity', '%', 1),
    measured('co2', 'CO₂', 'CO₂', 'ppm', 0),
    measured('tvoc', 'Flüchtige Stoffe', 'Volatile compounds', 'ppb', 0),
    measured('motion', 'Bewegung', 'Motion', '', 0),
    measured('illuminance', 'Helligkeit', 'Illuminance', 'lx', 0),
    measured('pressure', 'Luftdruck', 'Air pressure', 'hPa', 1),
    measured('battery', 'Batterie', 'Battery', '%', 0),
  ],
  encode(values) {
    const visible = numberOf(values.illuminance);
    const infrared = visible * 0.35;
    const payload =
      `0175${u8(Math.min(100, numberOf(values.battery)))}` +
      `0367${i16le(numberOf(values.temperature) * 10)}` +
      `0468${u8(Math.min(200, numberOf(values.humidity) * 2))}` +
      `056a${u16le(numberOf(values.motion))}` +
      `0665${u16le(visible)}${u16le(visible + infrared)}${u16le(infrared)}` +
      `077d${u16le(numberOf(values.co2))}` +
      `087d${u16le(numberOf(values.tvoc))}` +
      `0973${u16le(numberOf(values.pressure) * 10)}`;
    return { payload, meta: { lora: { fport: 85 } } };
  },
});
