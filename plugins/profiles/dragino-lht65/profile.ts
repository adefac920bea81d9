import { i16be, numberOf, u16be, within } from '@stellwerk/plugin/payload';
import { defineProfile, measured } from '@stellwerk/plugin/profile';

/** With the temperature probe E1; 11 bytes on port 2, as in the user manual. */
export const profile = defineProfile({
  kind: 'dragino-lht65',
  manufacturer: 'Dragino',
  model: 'LHT65',
  icon: 'temperature',
  intervalSeconds: 1_200,
  quantities: {
    temperature: {
      kind: 'sum',
      of: [
        { kind: 'weather', measure: 'temperature' },
        { kind: 'noise', amplitude: 0.8, hours: 3 },
      ],
    },
    humidity: { kind: 'weather', measure: 'humidity' },
    // Soil temperature, which follows the season but hardly the day.
    probeTemperature: {
      kind: 'sum',
      of: [
        { kind: 'season', mean: 10.5, amplitude: 7.5, peakDay: 215 },
        { kind: 'noise', amplitude: 0.7, hours: 60 },
      ],
    },
    voltage: { kind: 'battery', measure: 'voltage', lifeDays: 2_400, fullVolts: 3.1, emptyVolts: 2.4 },
  },
  states: [
    measured('temperature', 'Temperatur', 'Temperature', '°C', 2),
    measured('humidity', 'Luftfeuchte', 'Humidity', '%', 1),
    measured('probeTemperature', 'Temperatur am Fühler', 'Probe temperature', '°C', 2),
    measured('voltage', 'Batteriespannung', 'Battery voltage', 'V', 3),
  ],
  encode(values) {
    const millivolts = Math.round(within(numberOf(values.voltage) * 1_000, 0, 0x3fff));
    // The two high bits are a level of the battery: ultra low, low, OK, good.
    const status = millivolts < 2_500 ? 0 : millivolts < 2_550 ? 1 : millivolts < 2_650 ? 2 : 3;
    // 0x7fff means that no probe is connected.
    const probe = within(numberOf(values.probeTemperature) * 100, -32_768, 32_766);
    const payload =
      u16be(status * 0x4000 + millivolts) +
      i16be(numberOf(values.temperature) * 100) +
      u16be(within(numberOf(values.humidity) * 10, 0, 1_000)) +
      `01${i16be(probe)}7fff`;
    return { payload, meta: { lora: { fport: 2 } } };
  },
});
