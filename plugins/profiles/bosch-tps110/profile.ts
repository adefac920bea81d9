import { i8, numberOf } from '@stellwerk/plugin/payload';
import { defineProfile, measured, told } from '@stellwerk/plugin/profile';

/** Parking sensor: port 1 when a car arrives or leaves, port 2 with the temperature as a heartbeat. */
export const profile = defineProfile({
  kind: 'bosch-tps110',
  manufacturer: 'Bosch',
  model: 'TPS110',
  icon: 'parking',
  intervalSeconds: 180,
  onChange: { quantity: 'occupied', aliveSeconds: 43_200 },
  quantities: {
    occupied: { kind: 'presence' },
    temperature: { kind: 'scale', factor: 0.9, offset: 1.5, of: { kind: 'weather', measure: 'temperature' } },
  },
  states: [
    told('occupied', 'Belegt', 'Occupied'),
    measured('temperature', 'Temperatur im Boden', 'Ground temperature', '°C', 0),
  ],
  encode(values, { isChange }) {
    const status = values.occupied === true ? '01' : '00';
    if (isChange) return { payload: status, meta: { lora: { fport: 1 } } };
    return { payload: status + i8(numberOf(values.temperature)), meta: { lora: { fport: 2 } } };
  },
});
