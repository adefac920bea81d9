import { bodyField, metaField, type NetworkPreset } from '@stellwerk/plugin/network-preset';

const uplink = 'uplink_message';
const receiver = [uplink, 'rx_metadata', 0];

/** https://www.thethingsindustries.com/docs/the-things-stack/concepts/data-formats/ (uplink messages) */
export const theThingsStack: NetworkPreset = {
  id: 'the-things-stack',
  title: 'The Things Stack v3',
  sample: {
    end_device_ids: {
      device_id: 'cellar-climate',
      application_ids: { application_id: 'town-hall' },
      dev_eui: '70b3d57ed0051a2b',
      join_eui: '70b3d57ed0000001',
      dev_addr: '260b3c4d',
    },
    correlation_ids: ['as:up:01J2R8QK5T'],
    received_at: '2026-03-02T07:15:04.213450917Z',
    uplink_message: {
      session_key_id: 'AZL0Qm9vRg==',
      f_port: 2,
      f_cnt: 118,
      frm_payload: 'AQDIAmQ=',
      decoded_payload: { temperature: 20, humidity: 61.2 },
      rx_metadata: [
        {
          gateway_ids: { gateway_id: 'roof-gateway', eui: 'a84041ffff1e2f30' },
          time: '2026-03-02T07:15:03.998Z',
          rssi: -97,
          channel_rssi: -97,
          snr: 6.5,
        },
      ],
      settings: {
        data_rate: { lora: { bandwidth: 125000, spreading_factor: 9, coding_rate: '4/5' } },
        frequency: '868300000',
      },
      received_at: '2026-03-02T07:15:04.006Z',
      consumed_airtime: '0.205824s',
    },
  },
  mapping: {
    items: null,
    // Joins and confirmations of downlinks go to the same address.
    only: { ...bodyField(uplink, 'frm_payload'), equals: null },
    id: { ...bodyField('end_device_ids', 'dev_eui'), format: 'eui' },
    payload: { ...bodyField(uplink, 'frm_payload'), format: 'base64' },
    port: bodyField(uplink, 'f_port'),
    time: { ...bodyField('received_at'), format: 'iso' },
    meta: [
      metaField('lora.fcnt', 'number', uplink, 'f_cnt'),
      metaField('lora.rssi', 'number', ...receiver, 'rssi'),
      metaField('lora.snr', 'number', ...receiver, 'snr'),
      metaField('lora.sf', 'number', uplink, 'settings', 'data_rate', 'lora', 'spreading_factor'),
      metaField('lora.freq', 'hertz', uplink, 'settings', 'frequency'),
      metaField('lora.gateways', 'gateways', uplink, 'rx_metadata'),
      metaField('deviceName', 'value', 'end_device_ids', 'device_id'),
    ],
  },
};
