import type { SettingValues } from '@stellwerk/contract/setting';
import type { MapStyle } from '@stellwerk/contract/twin-map';

const names = {
  default: 'mapDefault',
  satellite: 'mapSatellite',
  streets: 'mapStreets',
  combo: 'mapCombo',
} as const satisfies Record<MapStyle, keyof SettingValues>;

const originOf = (address: string) => URL.parse(address.replace(/\{[\w-]+\}/g, '0'))?.origin;

/** Map styles of an account, and the origins from which a page with them loads. */
export function mapStylesOf(settings: SettingValues) {
  const addresses = Object.entries(names).flatMap(([style, name]) => {
    const address = settings[name];
    return address === undefined ? [] : [[style, address] as const];
  });
  return {
    styles: Object.fromEntries(addresses) as Partial<Record<MapStyle, string>>,
    origins: [...new Set(addresses.flatMap(([, address]) => originOf(address) ?? []))],
  };
}
