import { numberOf, u8, u32be } from '@stellwerk/plugin/payload';
import { defineProfile, measured, told } from '@stellwerk/plugin/profile';

/** Counts pulses of two meters; data frame 0x46. Here a gas meter with 100 pulses per cubic metre on channel A. */
export const profile = defineProfile({
  kind: 'adeunis-pulse',
  manufacturer: 'Adeunis',
  model: 'Pulse',
  icon: 'meter',
  intervalSeconds: 3_600,
  quantities: {
    pulsesA: { kind: 'meter', perDay: 2_400, usage: 'home', heating: true, startUpTo: 900_000 },
    pulsesB: { kind: 'constant', value: 0 },
    isBatteryLow: { kind: 'constant', value: false },
  },
  states: [
    measured('gasVolume', 'Gaszählerstand', 'Gas meter reading', 'm³', 2),
    measured('pulsesA', 'Impulse A', 'Pulses A', '', 0),
    measured('pulsesB', 'Impulse B', 'Pulses B', '', 0),
    told('batteryLow', 'Batterie schwach', 'Battery low'),
  ],
  encode(values, { counter }) {
    // The three high bits count the frames, the second lowest is set if the battery is low.
    const status = ((counter & 7) << 5) | (values.isBatteryLow === true ? 0x02 : 0);
    const payload = `46${u8(status)}${u32be(numberOf(values.pulsesA))}${u32be(numberOf(values.pulsesB))}`;
    return { payload, meta: { lora: { fport: 1 } } };
  },
});
