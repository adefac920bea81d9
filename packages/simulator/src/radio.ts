import type { JsonValue } from '@stellwerk/plugin/json';
import { chance, hash, pick } from './hash.ts';

const channelsMHz = [868.1, 868.3, 868.5, 867.1, 867.3, 867.5, 867.7, 867.9];
const gateways = ['a84041ffff1e0a01', 'a84041ffff1e0a02', 'a84041ffff1e0b7c', 'a84041ffff1e0c15'];

const tenth = (value: number) => Math.round(value * 10) / 10;

/**
 * Reception data that a LoRaWAN network server adds to a packet: a sender does not move, so its reception hardly
 * changes.
 */
export function createRadio(seed: number): (tick: number, counter: number) => { [key: string]: JsonValue } {
  const distance = chance(seed, 11);
  const gateway = gateways[pick(seed, 12, 0, gateways.length - 1)] ?? '';
  const rssi = -68 - 48 * distance;
  const snr = 10 - 16 * distance ** 2;
  // A weaker signal needs a slower data rate.
  const sf = 7 + Math.min(5, Math.floor(distance ** 2 * 6));
  const fading = hash(seed, 13);
  return (tick, counter) => ({
    fcnt: counter,
    rssi: Math.round(rssi + 8 * (chance(fading, tick) - 0.5)),
    snr: tenth(snr + 4 * (chance(fading + 1, tick) - 0.5)),
    sf,
    freq: channelsMHz[hash(fading + 2, tick) % channelsMHz.length] ?? 868.1,
    gateway,
  });
}
