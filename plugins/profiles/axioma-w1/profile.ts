import { numberOf, u8, u32le, within } from '@stellwerk/plugin/payload';
import { defineProfile, measured, told } from '@stellwerk/plugin/profile';

const hours = 23;
const largestStep = 2 ** 14 - 1;

/** 14 bits each, lowest first, across byte boundaries. */
function packed(steps: readonly number[]): string {
  const bytes = new Array<number>(41).fill(0);
  for (const [index, step] of steps.entries()) {
    for (let bit = 0; bit < 14; bit++) {
      if (((step >> bit) & 1) === 0) continue;
      const place = index * 14 + bit;
      bytes[place >> 3] = (bytes[place >> 3] ?? 0) | (1 << (place & 7));
    }
  }
  return bytes.map(u8).join('');
}

/**
 * A water meter. The "enhanced" frame of 51 bytes on port 100: version 1, time, status, the volume of a day ago in litres
 * and 23 hourly steps from there to now.
 */
export const profile = defineProfile({
  kind: 'axioma-w1',
  manufacturer: 'Axioma Metering',
  model: 'Qalcosonic W1',
  icon: 'water',
  intervalSeconds: 3_600,
  quantities: {
    // In m³; a portion is one flush of a cistern.
    volume: { kind: 'meter', perDay: 0.45, usage: 'tap', startUpTo: 900, portion: 0.009 },
    lately: { kind: 'trail', quantity: 'volume', count: 24, stepMinutes: 60 },
    isBatteryLow: { kind: 'constant', value: false },
  },
  states: [
    measured('volume', 'Zählerstand', 'Meter reading', 'm³', 3),
    measured('lastHour', 'Verbrauch der letzten Stunde', 'Consumption of the last hour', 'l', 0),
    told('leak', 'Leckage', 'Leak'),
    told('burst', 'Rohrbruch', 'Burst pipe'),
    told('batteryLow', 'Batterie schwach', 'Battery low'),
  ],
  encode(values, { atMs }) {
    const lately = Array.isArray(values.lately) ? values.lately : [];
    const now = within(Math.round(numberOf(values.volume) * 1_000), 0, 2 ** 32 - 1);
    const litres = Array.from({ length: hours + 1 }, (_, ago) =>
      ago === 0 ? now : within(Math.round(numberOf(lately[ago] ?? values.volume) * 1_000), 0, now),
    );
    const steps = Array.from({ length: hours }, (_, index) =>
      within((litres[hours - 1 - index] ?? 0) - (litres[hours - index] ?? 0), 0, largestStep),
    );
    const passed = steps.reduce((sum, step) => sum + step, 0);
    // Like the meter itself: a leak is a day without an hour of zero flow.
    const isLeaking = steps.every((step) => step > 0);
    const status = (isLeaking ? 0x20 : 0) | (values.isBatteryLow === true ? 0x04 : 0);
    const payload = `01${u32le(atMs / 1_000)}${u8(status)}${u32le(Math.max(0, now - passed))}${packed(steps)}`;
    return { payload, meta: { lora: { fport: 100 } } };
  },
});
