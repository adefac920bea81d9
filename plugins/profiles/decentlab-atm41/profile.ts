import { numberOf, u16be, within } from '@stellwerk/plugin/payload';
import { defineProfile, measured } from '@stellwerk/plugin/profile';

/** Signed numbers are sent with an offset of 32,768. */
const biased = (value: number) => u16be(within(value, -32_768, 32_767) + 32_768);

/** Saturation vapour pressure over water in kPa at a temperature in °C (Magnus formula). */
const saturation = (temperature: number) => 0.61094 * Math.exp((17.625 * temperature) / (temperature + 243.04));

/** A weather station with eleven parameters: version 2, device id, sensor flags, 17 words and the battery. */
export const profile = defineProfile({
  kind: 'decentlab-atm41',
  manufacturer: 'Decentlab',
  model: 'DL-ATM41',
  icon: 'sun',
  intervalSeconds: 600,
  quantities: {
    solarRadiation: { kind: 'weather', measure: 'solar' },
    // Rain since the last packet: the hourly rate over ten minutes.
    precipitation: { kind: 'scale', factor: 0.1667, of: { kind: 'weather', measure: 'rain' } },
    windSpeed: { kind: 'weather', measure: 'wind' },
    windDirection: { kind: 'weather', measure: 'windDirection' },
    gustSpeed: {
      kind: 'sum',
      of: [
        { kind: 'scale', factor: 1.5, of: { kind: 'weather', measure: 'wind' } },
        { kind: 'constant', value: 0.5 },
      ],
    },
    temperature: { kind: 'weather', measure: 'temperature' },
    // Air pressure at 113 m above sea level, in kPa.
    pressure: { kind: 'scale', factor: 0.1, offset: -1.35, of: { kind: 'weather', measure: 'pressure' } },
    humidity: { kind: 'weather', measure: 'humidity' },
    voltage: { kind: 'battery', measure: 'voltage', lifeDays: 2_600, fullVolts: 3.15, emptyVolts: 2.1 },
  },
  states: [
    measured('temperature', 'Lufttemperatur', 'Air temperature', '°C', 1),
    measured('humidity', 'Luftfeuchte', 'Humidity', '%', 1),
    measured('pressure', 'Luftdruck', 'Air pressure', 'kPa', 2),
    measured('precipitation', 'Niederschlag', 'Precipitation', 'mm', 3),
    measured('solarRadiation', 'Sonnenstrahlung', 'Solar radiation', 'W/m²', 0),
    measured('windSpeed', 'Windgeschwindigkeit', 'Wind speed', 'm/s', 2),
    measured('gustSpeed', 'Böen', 'Gusts', 'm/s', 2),
    measured('windDirection', 'Windrichtung', 'Wind direction', '°', 1),
    measured('vapourPressure', 'Dampfdruck', 'Vapour pressure', 'kPa', 2),
    measured('voltage', 'Batteriespannung', 'Battery voltage', 'V', 3),
  ],
  encode(values) {
    const temperature = numberOf(values.temperature);
    const humidity = numberOf(values.humidity);
    const wind = numberOf(values.windSpeed);
    // The direction is where the wind blows from; the components are where it blows to.
    const direction = (numberOf(values.windDirection) * Math.PI) / 180;
    const words = [
      numberOf(values.solarRadiation),
      numberOf(values.precipitation) * 1_000,
      0,
      0,
      wind * 100,
      numberOf(values.windDirection) * 10,
      numberOf(values.gustSpeed) * 100,
      temperature * 10,
      (saturation(temperature) * humidity) / 100 / 0.01,
      numberOf(values.pressure) * 100,
      humidity * 10,
      temperature * 10,
      0,
      0,
      0,
      -wind * Math.cos(direction) * 100,
      -wind * Math.sin(direction) * 100,
    ];
    const payload = `02035a0003${words.map(biased).join('')}${u16be(numberOf(values.voltage) * 1_000)}`;
    return { payload, meta: { lora: { fport: 1 } } };
  },
});
