import { describe, expect, it } from 'vitest';
import { manifest } from './manifest.ts';

const takes = (payload: string) => manifest.options.safeParse({ payload, encoding: 'base64' }).success;

describe('the payload of a downlink command', () => {
  it.each(['AQI=', 'AQI', '{{ value }}'])('may be %j in base64', (payload) => {
    expect(takes(payload)).toBe(true);
  });

  it.each(['A_8=', 'AQI==', 'AQ I'])('must not be %j in base64', (payload) => {
    expect(takes(payload)).toBe(false);
  });
});
