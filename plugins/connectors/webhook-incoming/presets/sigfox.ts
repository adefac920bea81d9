import { bodyField, metaField, type NetworkPreset } from '@stellwerk/plugin/network-preset';

/** https://support.sigfox.com/docs/data-advanced (variables of a callback; the operator writes the body, also as a query) */
export const sigfox: NetworkPreset = {
  id: 'sigfox',
  title: 'Sigfox',
  sample: {
    device: '1cb8a7',
    time: '1772435704',
    data: '0100c80264',
    seqNumber: '118',
    station: '2e4f',
    rssi: '-121.00',
    ack: 'false',
  },
  mapping: {
    items: null,
    only: { ...bodyField('data'), equals: null },
    id: { ...bodyField('device'), format: 'eui' },
    payload: { ...bodyField('data'), format: 'hex' },
    port: null,
    time: { ...bodyField('time'), format: 's' },
    meta: [
      metaField('sigfox.seqNumber', 'number', 'seqNumber'),
      metaField('sigfox.rssi', 'number', 'rssi'),
      metaField('sigfox.station', 'value', 'station'),
    ],
  },
};
