import { i32le, numberOf, u8, within } from '@stellwerk/plugin/payload';
import { defineProfile, measured, told } from '@stellwerk/plugin/profile';

/** A GPS tracker; position frame of 11 bytes on port 1. */
export const profile = defineProfile({
  kind: 'digital-matter-oyster',
  manufacturer: 'Digital Matter',
  model: 'Oyster',
  icon: 'truck',
  intervalSeconds: 300,
  quantities: {
    position: {
      kind: 'route',
      points: [
        [51.3302, 12.3311],
        [51.3334, 12.3278],
        [51.3371, 12.3301],
        [51.3389, 12.3388],
        [51.3356, 12.3452],
        [51.3312, 12.3431],
      ],
    },
    voltage: { kind: 'battery', measure: 'voltage', lifeDays: 1_100, fullVolts: 5.4, emptyVolts: 3.9 },
  },
  states: [
    { ...measured('latitude', 'Breite', 'Latitude', '°', 6), geoLink: 'latitude' },
    { ...measured('longitude', 'Länge', 'Longitude', '°', 6), geoLink: 'longitude' },
    measured('speed', 'Geschwindigkeit', 'Speed', 'km/h', 0),
    measured('heading', 'Fahrtrichtung', 'Heading', '°', 0),
    told('moving', 'In Fahrt', 'Moving'),
    measured('voltage', 'Batteriespannung', 'Battery voltage', 'V', 3),
  ],
  encode(values) {
    const given = values.position;
    const place = typeof given === 'object' && given !== null && !Array.isArray(given) ? given : {};
    const speed = within(numberOf(place.speed), 0, 255);
    const heading = Math.round(within(numberOf(place.heading), 0, 354.375) / 5.625) & 0x3f;
    const payload =
      i32le(within(numberOf(place.lat), -90, 90) * 1e7) +
      i32le(within(numberOf(place.lon), -180, 180) * 1e7) +
      u8((heading << 2) | (speed > 0 ? 1 : 0)) +
      u8(speed) +
      u8(numberOf(values.voltage) / 0.025);
    return { payload, meta: { lora: { fport: 1 } } };
  },
});
