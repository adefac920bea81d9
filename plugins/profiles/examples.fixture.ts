import type { JsonValue } from '@stellwerk/plugin/json';

interface Example {
  /** Tested range of each quantity, limited by the format or by plausibility. */
  ranges: Readonly<Record<string, readonly [min: number, max: number]>>;
  /** For `lately` of a meter: the number of readings and their maximum distance. */
  lately?: { of: string; count: number; maxStep: number };
  /** Values that the driver derives under other names. */
  derived?(values: Readonly<Record<string, number>>, lately: readonly number[]): Record<string, number | boolean>;
  published?: { from: string; payload: JsonValue; fport?: number; values: Record<string, JsonValue> }[];
}

const u16: readonly [number, number] = [0, 65_535];
const percent: readonly [number, number] = [0, 100];
const tenths: readonly [number, number] = [-3_276.8, 3_276.7];

/** Packets published by manufacturers and others, and the ranges of their formats. */
export const examples: Readonly<Record<string, Example>> = {
  'milesight-am107': {
    ranges: {
      temperature: tenths,
      humidity: percent,
      co2: u16,
      tvoc: u16,
      motion: u16,
      illuminance: u16,
      pressure: [0, 6_553.5],
      battery: percent,
    },
    published: [
      {
        from: 'of the maker’s decoders',
        payload: '01755C03673401046865056A490006651C0079001400077DE704087D070009733F27',
        fport: 85,
        values: {
          battery: 92,
          temperature: 30.8,
          humidity: 50.5,
          motion: 73,
          illuminance: 28,
          co2: 1_255,
          tvoc: 7,
          pressure: 1_004.7,
        },
      },
    ],
  },
  'milesight-em300-th': {
    ranges: { temperature: tenths, humidity: percent, battery: percent },
    published: [
      {
        from: 'of the maker’s decoders',
        payload: '01755C03673401046865',
        fport: 85,
        values: { battery: 92, temperature: 30.8, humidity: 50.5 },
      },
    ],
  },
  'milesight-em310-udl': {
    ranges: { distance: u16, battery: percent },
    derived: ({ distance = 0 }) => ({ fillLevel: Math.min(100, Math.max(0, (1_450 - Math.round(distance)) / 12)) }),
    published: [
      {
        from: 'of the maker’s decoders',
        payload: '01755C03824408040001',
        fport: 85,
        values: { battery: 92, distance: 2_116, tilted: true, fillLevel: 0 },
      },
    ],
  },
  'elsys-ers-co2': {
    ranges: {
      temperature: tenths,
      humidity: percent,
      illuminance: u16,
      motion: [0, 255],
      co2: u16,
      voltage: [0, 65.535],
    },
    published: [
      {
        from: 'of the device repository of The Things Network',
        payload: '0100E202290400270506060308',
        fport: 1,
        values: { temperature: 22.6, humidity: 41, illuminance: 39, motion: 6, co2: 776 },
      },
    ],
  },
  'dragino-lht65': {
    ranges: {
      temperature: [-327.68, 327.67],
      humidity: percent,
      probeTemperature: [-327.68, 327.66],
      voltage: [0, 16.383],
    },
    published: [
      {
        from: 'of the device repository of The Things Network',
        payload: 'CBF60B0D0376010ADD7FFF',
        fport: 2,
        values: { voltage: 3.062, temperature: 28.29, humidity: 88.6, probeTemperature: 27.81 },
      },
    ],
  },
  'dragino-ldds75': {
    ranges: { distance: u16, temperature: tenths, voltage: [0, 16.383] },
    published: [
      {
        // No complete packet is published, so this one is assembled from its documented fields.
        from: 'put together field by field',
        payload: '0B450B0500FF3F01',
        fport: 2,
        values: { voltage: 2.885, distance: 2_821, temperature: -19.3 },
      },
    ],
  },
  'bosch-tps110': {
    ranges: { temperature: [-128, 127] },
    published: [
      { from: 'of a parked car', payload: '01', fport: 1, values: { occupied: true } },
      { from: 'of a heartbeat', payload: '01FF', fport: 2, values: { occupied: true, temperature: -1 } },
    ],
  },
  'decentlab-atm41': {
    ranges: {
      solarRadiation: [0, 1_750],
      precipitation: [0, 32.767],
      windSpeed: [0, 40],
      windDirection: [0, 359.9],
      gustSpeed: [0, 60],
      temperature: [-40, 50],
      pressure: [50, 110],
      humidity: percent,
      voltage: [0, 65.535],
    },
    published: [
      {
        from: 'of the maker’s decoders',
        payload: '02035a0003800a8000800080008009812b8014810880b4a57c820c810980027fe88056800880040bf5',
        fport: 1,
        values: {
          solarRadiation: 10,
          precipitation: 0,
          windSpeed: 0.09,
          windDirection: 29.9,
          gustSpeed: 0.2,
          temperature: 26.4,
          vapourPressure: 1.8,
          pressure: 95.96,
          humidity: 52.4,
          voltage: 3.061,
        },
      },
      { from: 'of its battery alone', payload: '02035a00020bf5', fport: 1, values: { voltage: 3.061 } },
    ],
  },
  'axioma-w1': {
    ranges: { volume: [0, 4_294_967.295] },
    lately: { of: 'volume', count: 24, maxStep: 16.383 },
    derived: (_, lately) => {
      const litres = lately.map((volume) => Math.round(volume * 1_000));
      const steps = litres.slice(1).map((earlier, index) => (litres[index] ?? 0) - earlier);
      return { lastHour: steps[0] ?? 0, leak: steps.every((step) => step > 0) };
    },
    published: [
      {
        from: 'of the device repository of The Things Network',
        payload:
          '01aeac986a003217000000000000000000008003800054000e4005100048000240020000200000000000000000000000000000',
        fport: 100,
        values: { volume: 6.054, lastHour: 0, leak: false, burst: false, batteryLow: false },
      },
    ],
  },
  'elvaco-cmi4110': {
    ranges: {
      energy: [0, 99_999_999],
      volume: [0, 999_999.99],
      flowTemperature: [0, 999.9],
      returnTemperature: [0, 999.9],
    },
    lately: { of: 'energy', count: 2, maxStep: 99_000 },
    derived: ({ flowTemperature = 0, returnTemperature = 0 }, [now = 0, hourAgo = 0]) => {
      const spread = Math.max(1, flowTemperature - returnTemperature);
      return { power: now - hourAgo, flow: Math.min(999.999, (now - hourAgo) / (1.163 * spread)) };
    },
    published: [
      {
        from: 'of the device repository of The Things Network',
        payload: '000c06526761020c14978999000b2d0000000b3b0000000a5a33060a5e41050c782911036602fd170000',
        fport: 2,
        values: {
          energy: 2_616_752,
          volume: 9_989.97,
          power: 0,
          flow: 0,
          flowTemperature: 63.3,
          returnTemperature: 54.1,
          fault: false,
        },
      },
    ],
  },
  'nas-ul2020': {
    ranges: { level: percent, power: u16, energy: [0, 4_294_967.295], temperature: [-128, 127], sunlight: [0, 510] },
    derived: ({ sunlight = 0 }) => ({ daylight: sunlight / 2 }),
    published: [
      {
        from: 'status of the maker’s decoders',
        payload: 'DFD41D5E004B041502AE05050AFF32030306FF00',
        fport: 24,
        values: { fault: false, temperature: 21, daylight: 174, level: 50 },
      },
      {
        from: 'status with a DALI error',
        payload: '8044465e054d07ff02db02fafeff00',
        fport: 24,
        values: { fault: true, temperature: -1, daylight: 219, level: 0 },
      },
      {
        from: 'usage of the maker’s decoders',
        payload: 'ff03ed0000000000',
        fport: 25,
        values: { energy: 0.237, power: 0 },
      },
    ],
  },
  'digital-matter-oyster': {
    ranges: { voltage: [0, 6.375] },
    published: [
      {
        from: 'of the device repository of The Things Network',
        payload: '0030edec003224450000de',
        fport: 1,
        values: { latitude: -32, longitude: 116, heading: 0, speed: 0, moving: false, voltage: 5.55 },
      },
    ],
  },
  'adeunis-pulse': {
    ranges: { pulsesA: [0, 4_294_967_295], pulsesB: [0, 4_294_967_295] },
    derived: ({ pulsesA = 0 }) => ({ gasVolume: pulsesA / 100 }),
    published: [
      {
        from: 'that decoders of others are tested with',
        payload: '462000015C4F0000F74A',
        fport: 1,
        values: { pulsesA: 89_167, pulsesB: 63_306, gasVolume: 891.67, batteryLow: false },
      },
    ],
  },
  'shelly-pro-3em': {
    ranges: { energy: [0, 1e6], voltage: [180, 280] },
    lately: { of: 'energy', count: 2, maxStep: 60 },
    derived: (_, [now = 0, before = 0]) => ({ power: (now - before) * 4_000 }),
  },
  'tasmota-plug': {
    ranges: { energy: [0, 1e6], today: [0, 100], yesterday: [0, 100], voltage: [180, 260] },
    lately: { of: 'energy', count: 2, maxStep: 0.6 },
    derived: (_, [now = 0, before = 0]) => ({ power: (now - before) * 6_000 }),
    published: [
      {
        from: 'of a plug in a living room',
        payload: {
          Time: '2022-01-11T21:57:38',
          ENERGY: {
            TotalStartTime: '2020-10-21T22:15:00',
            Total: 3.705,
            Yesterday: 0.028,
            Today: 0.026,
            Period: 1,
            Power: 5,
            ApparentPower: 5,
            ReactivePower: 0,
            Factor: 1,
            Voltage: 233,
            Current: 0.021,
          },
        },
        values: {
          power: 5,
          energy: 3.705,
          today: 0.026,
          yesterday: 0.028,
          voltage: 233,
          current: 0.021,
          powerFactor: 1,
        },
      },
    ],
  },
  'aqara-wsdcgq11lm': {
    ranges: {
      temperature: [-40, 125],
      humidity: percent,
      pressure: [300, 1_100],
      battery: percent,
      linkQuality: [0, 255],
    },
  },
};
