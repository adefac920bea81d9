import { i16be, numberOf, u8, u16be } from '@stellwerk/plugin/payload';
import { defineProfile, measured } from '@stellwerk/plugin/profile';

/** Type and value of each quantity, high byte first, as in the manufacturer's payload document. */
export const profile = defineProfile({
  kind: 'elsys-ers-co2',
  manufacturer: 'Elsys',
  model: 'ERS CO2',
  icon: 'room',
  intervalSeconds: 900,
  quantities: {
    temperature: { kind: 'room', measure: 'temperature' },
    humidity: { kind: 'room', measure: 'humidity' },
    illuminance: { kind: 'room', measure: 'illuminance' },
    motion: { kind: 'room', measure: 'motion' },
    co2: { kind: 'room', measure: 'co2' },
    voltage: { kind: 'battery', measure: 'voltage', lifeDays: 1_600, fullVolts: 3.68, emptyVolts: 2.6 },
  },
  states: [
    measured('temperature', 'Temperatur', 'Temperature', '°C', 1),
    measured('humidity', 'Luftfeuchte', 'Humidity', '%', 0),
    measured('co2', 'CO₂', 'CO₂', 'ppm', 0),
    measured('illuminance', 'Helligkeit', 'Illuminance', 'lx', 0),
    measured('motion', 'Bewegung', 'Motion', '', 0),
    measured('voltage', 'Batteriespannung', 'Battery voltage', 'V', 2),
  ],
  encode(values) {
    const payload =
      `01${i16be(numberOf(values.temperature) * 10)}` +
      `02${u8(Math.min(100, numberOf(values.humidity)))}` +
      `04${u16be(numberOf(values.illuminance))}` +
      `05${u8(numberOf(values.motion))}` +
      `06${u16be(numberOf(values.co2))}` +
      `07${u16be(numberOf(values.voltage) * 1_000)}`;
    return { payload, meta: { lora: { fport: 5 } } };
  },
});
