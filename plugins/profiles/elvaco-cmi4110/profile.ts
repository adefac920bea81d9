import { bcdle, numberOf } from '@stellwerk/plugin/payload';
import { defineProfile, measured, told } from '@stellwerk/plugin/profile';

/**
 * A module for heat meters that sends M-Bus records (EN 13757-3: DIF, VIF, value) after one byte for the message type,
 * 0x00 for standard.
 */
export const profile = defineProfile({
  kind: 'elvaco-cmi4110',
  manufacturer: 'Elvaco',
  model: 'CMi4110',
  icon: 'heating',
  intervalSeconds: 3_600,
  quantities: {
    // Energy in kWh; the recent consumption is the power, from which flow and temperatures are derived.
    energy: { kind: 'meter', perDay: 420, usage: 'office', heating: true, startUpTo: 240_000 },
    volume: { kind: 'same', quantity: 'energy', factor: 0.0345 },
    lately: { kind: 'trail', quantity: 'energy', count: 2, stepMinutes: 60 },
    flowTemperature: {
      kind: 'clamp',
      from: 45,
      to: 95,
      of: {
        kind: 'sum',
        of: [
          { kind: 'scale', factor: -1.1, offset: 78, of: { kind: 'weather', measure: 'temperature' } },
          { kind: 'noise', amplitude: 2, hours: 1 },
        ],
      },
    },
    returnTemperature: { kind: 'same', quantity: 'flowTemperature', factor: 0.4, offset: 14 },
    serial: { kind: 'constant', value: 66_031_129 },
    isFaulty: { kind: 'constant', value: false },
  },
  states: [
    measured('energy', 'Wärmemenge', 'Heat energy', 'kWh', 0),
    measured('power', 'Leistung', 'Power', 'kW', 1),
    measured('volume', 'Volumen', 'Volume', 'm³', 2),
    measured('flow', 'Durchfluss', 'Flow', 'm³/h', 3),
    measured('flowTemperature', 'Vorlauf', 'Flow temperature', '°C', 1),
    measured('returnTemperature', 'Rücklauf', 'Return temperature', '°C', 1),
    told('fault', 'Störung', 'Fault'),
  ],
  encode(values) {
    const [now, hourAgo] = Array.isArray(values.lately) ? values.lately : [];
    const kilowatts = Math.max(0, numberOf(now) - numberOf(hourAgo));
    const spread = Math.max(1, numberOf(values.flowTemperature) - numberOf(values.returnTemperature));
    // A cubic metre of water stores 1.163 kWh per degree.
    const cubicMetresPerHour = kilowatts / (1.163 * spread);
    const payload =
      `000c06${bcdle(numberOf(values.energy), 4)}` +
      `0c14${bcdle(numberOf(values.volume) * 100, 4)}` +
      `0b2d${bcdle(kilowatts * 10, 3)}` +
      `0b3b${bcdle(cubicMetresPerHour * 1_000, 3)}` +
      `0a5a${bcdle(numberOf(values.flowTemperature) * 10, 2)}` +
      `0a5e${bcdle(numberOf(values.returnTemperature) * 10, 2)}` +
      `0c78${bcdle(numberOf(values.serial), 4)}` +
      `02fd17${values.isFaulty === true ? '0100' : '0000'}`;
    return { payload, meta: { lora: { fport: 2 } } };
  },
});
