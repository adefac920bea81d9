import { fieldMapping } from '@stellwerk/contract/field-mapping';
import type { JsonValue } from '@stellwerk/plugin/connector-server';
import { expect, it } from 'vitest';
import { mapFields } from '../../../../apps/server/src/features/connectors/field-mapping.ts';
import { presets } from './all-presets.ts';
import { loriot } from './loriot.ts';

const measuredAt = Date.UTC(2026, 2, 2, 7, 15, 4);

it('are six, of the networks that have no connector of their own', () => {
  expect(presets.map(({ id }) => id)).toEqual([
    'the-things-stack',
    'chirpstack',
    'thingpark',
    'loriot',
    'sigfox',
    'helium',
  ]);
});

it.each(presets.map((preset) => [preset.title, preset] as const))(
  '%s: the documented message is read',
  (_title, preset) => {
    const mapping = fieldMapping.parse(preset.mapping);
    expect(mapping).toEqual(preset.mapping);
    const [read, ...more] = mapFields(mapping, { body: preset.sample });
    expect(more).toEqual([]);
    if (!read?.result.ok) throw new Error(JSON.stringify(read));
    const [message] = read.result.messages;
    expect(message).toMatchObject({
      id: expect.stringMatching(/^[0-9A-F]{6,16}$/),
      payload: expect.stringMatching(/^([0-9a-f]{2}){5,}$/),
    });
    const { time, meta } = JSON.parse(JSON.stringify(message));
    expect(Math.abs(time - measuredAt)).toBeLessThan(1_000);
    const port = preset.id === 'sigfox' ? undefined : (meta.lora?.fport ?? 'missing');
    if (port !== undefined) expect(port).toBeGreaterThan(0);
    for (const { name } of mapping.meta) {
      const value = name.split('.').reduce((inner, step) => inner?.[step], meta);
      expect(value, name).toBeDefined();
    }
  },
);

const radio = presets.filter(({ id }) => id !== 'sigfox');

it.each(radio.map((preset) => [preset.title, preset] as const))(
  '%s: radio metadata have the names and units that the editor of parsers promises',
  (_title, preset) => {
    const [read] = mapFields(preset.mapping, { body: preset.sample });
    const message = read?.result.ok ? read.result.messages[0] : undefined;
    const { lora } = JSON.parse(JSON.stringify(Reflect.get(Object(message), 'meta')));
    expect(lora).toMatchObject({ fcnt: 118, rssi: -97, snr: 6.5, sf: 9, freq: 868.3 });
    const heard = { gweui: expect.any(String), rssi: -97, lsnr: 6.5 };
    // LORIOT sends the gateways in a message of its own.
    if (preset.id !== 'loriot') expect(lora.gateways).toEqual([expect.objectContaining(heard)]);
  },
);

const otherEvents: Record<string, JsonValue[]> = {
  'the-things-stack': [
    { end_device_ids: { dev_eui: '70b3d57ed0051a2b' }, join_accept: { session_key_id: 'AZL0' } },
    { end_device_ids: { dev_eui: '70b3d57ed0051a2b' }, downlink_ack: { f_port: 15, frm_payload: 'AQ==' } },
    { end_device_ids: { dev_eui: '70b3d57ed0051a2b' }, location_solved: { location: { latitude: 48.1 } } },
  ],
  chirpstack: [
    { deviceInfo: { devEui: '24e124136b502f18' }, devAddr: '01a2b3c4' },
    { deviceInfo: { devEui: '24e124136b502f18' }, margin: 7, batteryLevel: 93.5 },
    { deviceInfo: { devEui: '24e124136b502f18' }, acknowledged: true, fCntDown: 12 },
  ],
  thingpark: [
    { DevEUI_location: { DevEUI: '20635F0281000A7C', DevLAT: '48.1' } },
    { DevEUI_downlink_Sent: { DevEUI: '20635F0281000A7C', DeliveryStatus: '1' } },
  ],
  loriot: [
    { cmd: 'txd', EUI: '0018B2000000C3D1', seqdn: 4 },
    { cmd: 'gw', EUI: '0018B2000000C3D1', data: '0100C80264', gws: [{ gweui: 'A84041FFFF1E2F30', rssi: -97 }] },
  ],
  sigfox: [{ device: '1cb8a7', time: '1772435704', infoCode: '0', infoMessage: 'Acked' }],
  helium: [{ type: 'join', dev_eui: '6081F92E4F1A0B33', app_eui: '6081F9D1A2B3C4D5', reported_at: 1772435704006 }],
};

it.each(presets.map((preset) => [preset.title, preset] as const))(
  '%s: its other events are ignored',
  (_title, preset) => {
    const others = otherEvents[preset.id] ?? [];
    expect(others.length).toBeGreaterThan(0);
    for (const body of others)
      expect(mapFields(preset.mapping, { body })).toEqual([{ source: body, result: { ok: true, messages: [] } }]);
  },
);

it('LORIOT: encrypted and Base64 payloads are refused with the reason', () => {
  const { sample, mapping } = loriot;
  const { data: _data, ...rest } = Object(sample);
  const codeOf = (body: JsonValue) => {
    const result = mapFields(mapping, { body })[0]?.result;
    return result?.ok === false ? [result.reason.code, result.reason.params] : result;
  };
  expect(codeOf({ ...rest, encdata: 'A1B2C3D4E5' })).toEqual([
    'BRIDGE_MAPPING_PAYLOAD_ENCRYPTED',
    { field: 'data', encrypted: 'encdata' },
  ]);
  expect(codeOf({ ...rest, data: 'AQDIAmQ=' })).toEqual([
    'BRIDGE_MAPPING_PAYLOAD_OTHER_FORMAT',
    { field: 'data', format: 'hex', other: 'base64' },
  ]);
});
