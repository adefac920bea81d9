import { numberOf, within } from '@stellwerk/plugin/payload';
import { defineProfile, measured } from '@stellwerk/plugin/profile';

const rounded = (value: number, decimals: number) => Math.round(value * 10 ** decimals) / 10 ** decimals;

/** A small Zigbee sensor, as zigbee2mqtt publishes it: JSON over MQTT. */
export const profile = defineProfile({
  kind: 'aqara-wsdcgq11lm',
  manufacturer: 'Aqara',
  model: 'WSDCGQ11LM (zigbee2mqtt)',
  icon: 'temperature',
  intervalSeconds: 1_800,
  quantities: {
    temperature: { kind: 'room', measure: 'temperature', timetable: 'office', people: 4, volume: 80 },
    humidity: { kind: 'room', measure: 'humidity', timetable: 'office', people: 4, volume: 80 },
    pressure: { kind: 'weather', measure: 'pressure' },
    battery: { kind: 'battery', lifeDays: 800 },
    volts: { kind: 'battery', measure: 'voltage', lifeDays: 800, fullVolts: 3.05, emptyVolts: 2.7 },
    linkQuality: { kind: 'scale', offset: 105, of: { kind: 'noise', amplitude: 60, hours: 8 } },
  },
  states: [
    measured('temperature', 'Temperatur', 'Temperature', '°C', 2),
    measured('humidity', 'Luftfeuchte', 'Humidity', '%', 2),
    measured('pressure', 'Luftdruck', 'Air pressure', 'hPa', 1),
    measured('battery', 'Batterie', 'Battery', '%', 0),
    measured('linkQuality', 'Verbindungsgüte', 'Link quality', '', 0),
  ],
  encode(values) {
    return {
      payload: {
        battery: Math.round(within(numberOf(values.battery), 0, 100)),
        humidity: rounded(within(numberOf(values.humidity), 0, 100), 2),
        linkquality: Math.round(within(numberOf(values.linkQuality), 0, 255)),
        pressure: rounded(within(numberOf(values.pressure), 300, 1_100), 1),
        temperature: rounded(within(numberOf(values.temperature), -40, 125), 2),
        voltage: Math.round(within(numberOf(values.volts) * 1_000, 0, 5_000)),
      },
    };
  },
});
