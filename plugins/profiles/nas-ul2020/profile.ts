import { i8, numberOf, u8, u16le, u32le, within } from '@stellwerk/plugin/payload';
import { defineProfile, measured, told } from '@stellwerk/plugin/profile';

/**
 * A controller in a street light with a DALI driver. Alternately sends its status on port 24 and its consumption on
 * port 25; frames of firmware 1.0.
 */
export const profile = defineProfile({
  kind: 'nas-ul2020',
  manufacturer: 'NAS',
  model: 'UL2020 Luminaire Controller',
  icon: 'lamp',
  intervalSeconds: 1_800,
  quantities: {
    level: { kind: 'streetLight', measure: 'level' },
    power: { kind: 'streetLight', measure: 'power' },
    energy: { kind: 'streetLight', measure: 'energy' },
    isBroken: { kind: 'streetLight', measure: 'isBroken' },
    temperature: {
      kind: 'sum',
      of: [
        { kind: 'weather', measure: 'temperature' },
        { kind: 'same', quantity: 'power', factor: 0.3, offset: 3 },
      ],
    },
    sunlight: { kind: 'weather', measure: 'solar' },
  },
  states: [
    measured('level', 'Dimmstufe', 'Dimming level', '%', 0),
    measured('power', 'Leistung', 'Power', 'W', 0),
    measured('energy', 'Energie', 'Energy', 'kWh', 3),
    measured('temperature', 'Temperatur der Elektronik', 'Controller temperature', '°C', 0),
    measured('daylight', 'Tageslicht', 'Daylight', '', 0),
    told('fault', 'Leuchte gestört', 'Lamp fault'),
  ],
  encode(values, { atMs, counter }) {
    // Internal measurement: total and current power.
    if (counter % 2 === 1) {
      const payload = `ff03${u32le(numberOf(values.energy) * 1_000)}${u16le(numberOf(values.power))}`;
      return { payload, meta: { lora: { fport: 25 } } };
    }
    // The light sensor reports 0 at night and 255 in full sun.
    const daylight = within(numberOf(values.sunlight) / 2, 0, 255);
    const status = (values.isBroken === true ? 0x01 : 0) | (daylight > 10 ? 0x04 : 0);
    const level = u8(within(numberOf(values.level), 0, 100));
    const payload =
      `${u32le(atMs / 1_000)}${u8(status)}4b05${i8(numberOf(values.temperature))}02${u8(daylight)}` +
      `0505feff${level}`;
    return { payload, meta: { lora: { fport: 24 } } };
  },
});
