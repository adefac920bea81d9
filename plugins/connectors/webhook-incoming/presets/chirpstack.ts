import { bodyField, metaField, type NetworkPreset } from '@stellwerk/plugin/network-preset';

/** https://www.chirpstack.io/docs/chirpstack/integrations/events.html (event `up`) */
export const chirpstack: NetworkPreset = {
  id: 'chirpstack',
  title: 'ChirpStack v4',
  sample: {
    deduplicationId: '5c2f3f0e-7a1b-4a5e-9c55-6a1d2f40b7c1',
    time: '2026-03-02T07:15:04.006213+00:00',
    deviceInfo: {
      tenantId: '0b9a4c52-53e2-4f0e-8f10-0f6b5a2f9d11',
      tenantName: 'Town',
      applicationId: '6d1e8b0f-2c3d-4e5f-8a9b-1c2d3e4f5a6b',
      applicationName: 'Buildings',
      deviceProfileId: '1f2e3d4c-5b6a-4978-8695-a4b3c2d1e0f9',
      deviceProfileName: 'Climate',
      deviceName: 'cellar-climate',
      devEui: '24e124136b502f18',
      tags: { building: 'town-hall' },
    },
    devAddr: '01a2b3c4',
    adr: true,
    dr: 3,
    fCnt: 118,
    fPort: 85,
    confirmed: false,
    data: 'A2fIAARoeg==',
    rxInfo: [{ gatewayId: 'a84041ffff1e2f30', uplinkId: 40211, rssi: -97, snr: 6.5, channel: 2, crcStatus: 'CRC_OK' }],
    txInfo: {
      frequency: 868300000,
      modulation: { lora: { bandwidth: 125000, spreadingFactor: 9, codeRate: 'CR_4_5' } },
    },
    regionConfigId: 'eu868',
  },
  mapping: {
    items: null,
    // All events go to the same address; only uplinks have data.
    only: { ...bodyField('data'), equals: null },
    id: { ...bodyField('deviceInfo', 'devEui'), format: 'eui' },
    payload: { ...bodyField('data'), format: 'base64' },
    port: bodyField('fPort'),
    time: { ...bodyField('time'), format: 'iso' },
    meta: [
      metaField('lora.fcnt', 'number', 'fCnt'),
      metaField('lora.rssi', 'number', 'rxInfo', 0, 'rssi'),
      metaField('lora.snr', 'number', 'rxInfo', 0, 'snr'),
      metaField('lora.sf', 'number', 'txInfo', 'modulation', 'lora', 'spreadingFactor'),
      metaField('lora.freq', 'hertz', 'txInfo', 'frequency'),
      metaField('lora.gateways', 'gateways', 'rxInfo'),
      metaField('deviceName', 'value', 'deviceInfo', 'deviceName'),
    ],
  },
};
