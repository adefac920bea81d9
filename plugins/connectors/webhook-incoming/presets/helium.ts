import { bodyField, metaField, type NetworkPreset } from '@stellwerk/plugin/network-preset';

/** https://docs.helium.com/console/integrations/json-schema (networks that run ChirpStack send the messages of that) */
export const helium: NetworkPreset = {
  id: 'helium',
  title: 'Helium Console',
  sample: {
    app_eui: '6081F9D1A2B3C4D5',
    dev_eui: '6081F92E4F1A0B33',
    devaddr: '4800012A',
    fcnt: 118,
    hotspots: [
      {
        frequency: 868.3,
        id: '112Kf8hotspot',
        name: 'brisk-copper-heron',
        reported_at: 1772435703998,
        rssi: -97,
        snr: 6.5,
        spreading: 'SF9BW125',
        status: 'success',
      },
    ],
    id: '0f3b5a58-2e66-4b2b-8f51-2c1d5e7f9a10',
    metadata: { labels: [] },
    name: 'cellar-climate',
    payload: 'AQDIAmQ=',
    port: 2,
    reported_at: 1772435704006,
  },
  mapping: {
    items: null,
    only: { ...bodyField('payload'), equals: null },
    id: { ...bodyField('dev_eui'), format: 'eui' },
    payload: { ...bodyField('payload'), format: 'base64' },
    port: bodyField('port'),
    time: { ...bodyField('reported_at'), format: 'ms' },
    meta: [
      metaField('lora.fcnt', 'number', 'fcnt'),
      metaField('lora.rssi', 'number', 'hotspots', 0, 'rssi'),
      metaField('lora.snr', 'number', 'hotspots', 0, 'snr'),
      metaField('lora.sf', 'spreadingFactor', 'hotspots', 0, 'spreading'),
      metaField('lora.freq', 'number', 'hotspots', 0, 'frequency'),
      metaField('lora.datr', 'value', 'hotspots', 0, 'spreading'),
      metaField('lora.gateways', 'gateways', 'hotspots'),
      metaField('deviceName', 'value', 'name'),
    ],
  },
};
