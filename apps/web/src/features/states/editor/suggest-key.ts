import type { State } from '@stellwerk/contract/state';

const longest = 64;
const letters: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/** A key from a title: small letters, digits and underscores, beginning with a letter or digit. */
export function suggestKey(title: string): string {
  return title
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => letters[letter] ?? letter)
    .replace(/₂/g, '2')
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, longest)
    .replace(/^_+|_+$/g, '');
}

/** Keys that begin with lat or lon most often hold a coordinate; it is only a suggestion. */
export function suggestGeoLink(key: string): State['geoLink'] {
  if (/^lat/i.test(key)) return 'latitude';
  return /^lon/i.test(key) ? 'longitude' : null;
}
