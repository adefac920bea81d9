import { expect, it } from 'vitest';
import { addressHere } from './address-here.ts';

const here = { origin: 'https://iot.example.com', hostname: 'iot.example.com' };

it.each([
  ['http://localhost:8080/api/v1/webhook/7', 'https://iot.example.com/api/v1/webhook/7'],
  ['mqtt://localhost:1883', 'mqtt://iot.example.com:1883'],
  // The installation has a PUBLIC_URL.
  ['https://data.example.com/api/v1/webhook/7', 'https://data.example.com/api/v1/webhook/7'],
  ['in/7', 'in/7'],
  ['7', '7'],
])('shows %s as %s', (given, shown) => {
  expect(addressHere(given, here)).toBe(shown);
});
