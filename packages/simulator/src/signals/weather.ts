import { z } from 'zod';
import { hash } from '../hash.ts';
import { defineSignal } from '../signal.ts';
import * as weather from '../weather.ts';

const measures = {
  temperature: weather.temperatureAt,
  humidity: weather.humidityAt,
  pressure: weather.pressureAt,
  rain: weather.rainAt,
  wind: weather.windAt,
  windDirection: weather.windDirectionAt,
  solar: weather.solarAt,
  clouds: weather.cloudsAt,
} as const;

const names = ['temperature', 'humidity', 'pressure', 'rain', 'wind', 'windDirection', 'solar', 'clouds'] as const;

/** The weather of a town: °C, %, hPa, mm/h, m/s, degrees, W/m². All senders of a town have the same weather. */
export const signal = defineSignal({
  kind: 'weather',
  parameters: { measure: z.enum(names), town: z.int().default(1) },
  build({ measure, town }) {
    const course = measures[measure];
    const seed = hash(town, 0);
    return (atMs) => course(seed, atMs);
  },
});
