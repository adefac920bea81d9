/** The world is 2^30 units wide and high. */
const worldUnits = 2 ** 30;
/** The projection is infinite at the poles; maps end at this latitude. */
const maxLatitude = 85.0511;

const toUnits = (share: number) => Math.min(worldUnits - 1, Math.max(0, Math.floor(share * worldUnits)));

/** Web Mercator (EPSG:3857) from the upper left corner of the world. */
export function mercatorOf(latitude: number, longitude: number): { x: number; y: number } {
  const clipped = Math.min(maxLatitude, Math.max(-maxLatitude, latitude));
  const sine = Math.sin((clipped * Math.PI) / 180);
  return {
    x: toUnits((longitude + 180) / 360),
    y: toUnits(0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)),
  };
}
