import type { JsonValue } from '@stellwerk/plugin/json';
import { numberOf, within } from '@stellwerk/plugin/payload';
import { defineProfile, measured } from '@stellwerk/plugin/profile';

const rounded = (value: number, decimals: number) => Math.round(value * 10 ** decimals) / 10 ** decimals;

/** Fields of one phase, named like those of the component EM. */
function phase(name: string, watts: number, volts: number): { [key: string]: JsonValue } {
  const apparent = watts / 0.96;
  return {
    [`${name}_current`]: rounded(apparent / volts, 3),
    [`${name}_voltage`]: rounded(volts, 1),
    [`${name}_act_power`]: rounded(watts, 1),
    [`${name}_aprt_power`]: rounded(apparent, 1),
    [`${name}_pf`]: 0.96,
    [`${name}_freq`]: 50,
  };
}

/** A three-phase electricity meter: `NotifyFullStatus` of the second generation, JSON over MQTT. */
export const profile = defineProfile({
  kind: 'shelly-pro-3em',
  manufacturer: 'Shelly',
  model: 'Pro 3EM',
  icon: 'power',
  intervalSeconds: 600,
  quantities: {
    // Energy in kWh; the consumption of the last quarter of an hour is the power.
    energy: { kind: 'meter', perDay: 130, usage: 'office', startUpTo: 60_000 },
    lately: { kind: 'trail', quantity: 'energy', count: 2, stepMinutes: 15 },
    shareA: { kind: 'scale', offset: 0.34, of: { kind: 'noise', amplitude: 0.06, hours: 2 } },
    shareB: { kind: 'scale', offset: 0.33, of: { kind: 'noise', amplitude: 0.06, hours: 2 } },
    voltage: { kind: 'scale', offset: 231, of: { kind: 'noise', amplitude: 3.5, hours: 4 } },
  },
  states: [
    measured('energy', 'Energie', 'Energy', 'kWh', 2),
    measured('power', 'Leistung', 'Power', 'W', 1),
    measured('powerA', 'Leistung L1', 'Power L1', 'W', 1),
    measured('powerB', 'Leistung L2', 'Power L2', 'W', 1),
    measured('powerC', 'Leistung L3', 'Power L3', 'W', 1),
    measured('voltage', 'Spannung L1', 'Voltage L1', 'V', 1),
    measured('current', 'Strom gesamt', 'Total current', 'A', 3),
  ],
  encode(values, { atMs }) {
    const [now, before] = Array.isArray(values.lately) ? values.lately : [];
    const watts = within((numberOf(now) - numberOf(before)) * 4_000, 0, 250_000);
    const volts = within(numberOf(values.voltage), 1, 500);
    const shareA = within(numberOf(values.shareA), 0, 0.5);
    const shareB = within(numberOf(values.shareB), 0, 0.5);
    const shares = { a: shareA, b: shareB, c: 1 - shareA - shareB };
    const phases = Object.entries(shares).map(([name, share]) => phase(name, watts * share, volts));
    const total = {
      total_current: rounded(watts / 0.96 / volts, 3),
      total_act_power: rounded(watts, 1),
      total_aprt_power: rounded(watts / 0.96, 1),
    };
    const wattHours = rounded(within(numberOf(values.energy), 0, 1e9) * 1_000, 2);
    return {
      payload: {
        method: 'NotifyFullStatus',
        params: {
          ts: rounded(atMs / 1_000, 2),
          'em:0': Object.assign({ id: 0 }, ...phases, total),
          'emdata:0': { id: 0, total_act: wattHours, total_act_ret: 0 },
        },
      },
    };
  },
});
