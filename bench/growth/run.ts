import { defineBench } from '../bench.ts';
import { addDevices } from './devices.ts';
import { addPoints } from './points.ts';

export const bench = defineBench({
  about: 'How figures change as an installation grows: --devices, --points, or both unless told.',
  options: {
    devices: { default: [], about: 'numbers of devices; 1000,10000 unless one of both is given' },
    points: { default: [], about: 'numbers of points of 90 days; 1000000,10000000 unless one of both is given' },
    seconds: { default: 20, about: 'of messages, for each number of devices' },
  },
  async run({ devices, points, seconds }, { part }) {
    const isBare = devices.length + points.length === 0;
    const byDevices = part('devices').table('By the number of devices');
    for (const count of isBare ? [1_000, 10_000] : devices) await addDevices(byDevices, count, seconds);
    const byPoints = part('points').table('By the number of points');
    for (const count of isBare ? [1_000_000, 10_000_000] : points) await addPoints(byPoints, count);
  },
});
