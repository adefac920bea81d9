import { bodyField, metaField, type NetworkPreset } from '@stellwerk/plugin/network-preset';

/** https://docs.loriot.io/display/LNS/Uplink+Data+Message */
export const loriot: NetworkPreset = {
  id: 'loriot',
  title: 'LORIOT',
  sample: {
    cmd: 'rx',
    EUI: '0018B2000000C3D1',
    ts: 1772435704006,
    ack: false,
    bat: 231,
    fcnt: 118,
    port: 2,
    data: '0100C80264',
    freq: 868300000,
    dr: 'SF9 BW125 4/5',
    rssi: -97,
    snr: 6.5,
  },
  mapping: {
    items: null,
    // The same frame also comes with the gateways that heard it (`gw`).
    only: { ...bodyField('cmd'), equals: 'rx' },
    id: { ...bodyField('EUI'), format: 'eui' },
    payload: { ...bodyField('data'), format: 'hex' },
    port: bodyField('port'),
    time: { ...bodyField('ts'), format: 'ms' },
    meta: [
      metaField('lora.fcnt', 'number', 'fcnt'),
      metaField('lora.rssi', 'number', 'rssi'),
      metaField('lora.snr', 'number', 'snr'),
      metaField('lora.sf', 'spreadingFactor', 'dr'),
      metaField('lora.freq', 'hertz', 'freq'),
      metaField('lora.datr', 'value', 'dr'),
      metaField('battery', 'number', 'bat'),
    ],
  },
};
