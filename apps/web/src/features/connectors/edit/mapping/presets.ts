import type { NetworkPreset } from '@stellwerk/plugin/network-preset';

const found = import.meta.glob<readonly NetworkPreset[]>(
  '../../../../../../../plugins/connectors/*/presets/all-presets.ts',
  { eager: true, import: 'presets' },
);

/** Mappings for networks, which any incoming connector may use: networks send the same messages by webhook and MQTT. */
export const presets: readonly NetworkPreset[] = Object.values(found).flat();
