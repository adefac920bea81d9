import { numberOf, within } from '@stellwerk/plugin/payload';
import { defineProfile, measured } from '@stellwerk/plugin/profile';

const rounded = (value: number, decimals: number) => Math.round(value * 10 ** decimals) / 10 ** decimals;
const clock = (atMs: number) => new Date(atMs).toISOString().slice(0, 19);

/** A metering plug with the firmware Tasmota: the JSON of `tele/…/SENSOR` over MQTT. Its clock is in UTC. */
export const profile = defineProfile({
  kind: 'tasmota-plug',
  manufacturer: 'Tasmota',
  model: 'Plug with energy meter',
  icon: 'power',
  intervalSeconds: 300,
  quantities: {
    // Energy in kWh.
    energy: { kind: 'meter', perDay: 2.1, usage: 'office', startUpTo: 900 },
    lately: { kind: 'trail', quantity: 'energy', count: 2, stepMinutes: 10 },
    today: { kind: 'ofDay', quantity: 'energy' },
    yesterday: { kind: 'ofDay', quantity: 'energy', daysAgo: 1 },
    voltage: { kind: 'scale', offset: 230, of: { kind: 'noise', amplitude: 4, hours: 4 } },
  },
  states: [
    measured('power', 'Leistung', 'Power', 'W', 0),
    measured('energy', 'Energie', 'Energy', 'kWh', 3),
    measured('today', 'Energie heute', 'Energy today', 'kWh', 3),
    measured('yesterday', 'Energie gestern', 'Energy yesterday', 'kWh', 3),
    measured('voltage', 'Spannung', 'Voltage', 'V', 0),
    measured('current', 'Strom', 'Current', 'A', 3),
    measured('powerFactor', 'Leistungsfaktor', 'Power factor', '', 2),
  ],
  encode(values, { atMs }) {
    const [now, before] = Array.isArray(values.lately) ? values.lately : [];
    const watts = Math.round(within((numberOf(now) - numberOf(before)) * 6_000, 0, 3_680));
    const volts = Math.round(within(numberOf(values.voltage), 1, 300));
    const kilowattHours = (value: number) => rounded(within(value, 0, 1e7), 3);
    const apparent = Math.round(watts / 0.95);
    return {
      payload: {
        Time: clock(atMs),
        ENERGY: {
          TotalStartTime: '2024-01-01T00:00:00',
          Total: kilowattHours(numberOf(values.energy)),
          Yesterday: kilowattHours(numberOf(values.yesterday)),
          Today: kilowattHours(numberOf(values.today)),
          Period: 0,
          Power: watts,
          ApparentPower: apparent,
          ReactivePower: Math.round(Math.sqrt(Math.max(0, apparent ** 2 - watts ** 2))),
          Factor: watts > 0 ? 0.95 : 0,
          Voltage: volts,
          Current: rounded(apparent / volts, 3),
        },
      },
    };
  },
});
