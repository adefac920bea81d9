import { bodyField, metaField, type NetworkPreset } from '@stellwerk/plugin/network-preset';

const root = 'DevEUI_uplink';

/** https://docs.thingpark.com/thingpark-x/latest/Message/uplink-message */
export const thingpark: NetworkPreset = {
  id: 'thingpark',
  title: 'ThingPark (Actility)',
  sample: {
    DevEUI_uplink: {
      Time: '2026-03-02T08:15:04.006+01:00',
      DevEUI: '20635F0281000A7C',
      FPort: '2',
      FCntUp: '118',
      ADRbit: '1',
      MType: '2',
      FCntDn: '41',
      payload_hex: '0100c80264',
      mic_hex: '5ac1e09b',
      Lrcid: '00000201',
      LrrRSSI: '-97.000000',
      LrrSNR: '6.500000',
      SpFact: '9',
      SubBand: 'G1',
      Channel: 'LC2',
      DevLrrCnt: '1',
      Lrrid: '100000AB',
      Late: '0',
      Lrrs: { Lrr: [{ Lrrid: '100000AB', Chain: '0', LrrRSSI: '-97.000000', LrrSNR: '6.500000' }] },
      CustomerID: '100001234',
      DevAddr: '01A2B3C4',
      Frequency: 868.3,
    },
  },
  mapping: {
    items: null,
    // Locations and reports of sent downlinks go to the same address.
    only: { ...bodyField(root, 'payload_hex'), equals: null },
    id: { ...bodyField(root, 'DevEUI'), format: 'eui' },
    payload: { ...bodyField(root, 'payload_hex'), format: 'hex' },
    port: bodyField(root, 'FPort'),
    time: { ...bodyField(root, 'Time'), format: 'iso' },
    // Numbers are quoted or not, depending on the version of the platform.
    meta: [
      metaField('lora.fcnt', 'number', root, 'FCntUp'),
      metaField('lora.rssi', 'number', root, 'LrrRSSI'),
      metaField('lora.snr', 'number', root, 'LrrSNR'),
      metaField('lora.sf', 'number', root, 'SpFact'),
      metaField('lora.freq', 'number', root, 'Frequency'),
      metaField('lora.gateways', 'gateways', root, 'Lrrs', 'Lrr'),
    ],
  },
};
