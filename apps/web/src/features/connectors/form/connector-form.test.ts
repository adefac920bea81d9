import type { ConnectorKind } from '@stellwerk/contract/connector';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ApiError } from '../../../lib/api.ts';
import { changedSecrets, connectionChange, newConnectorForm, newValues, onFormField } from './connector-form.ts';

const options = z.object({ url: z.url(), topics: z.array(z.string()).min(1), qos: z.literal([0, 1, 2]).default(1) });
const kind: ConnectorKind = {
  type: 'sample',
  direction: 'incoming',
  capabilities: { devices: true, states: true, downlinks: false, deviceManagement: false, deliveries: false },
  optionsSchema: z.toJSONSchema(options, { io: 'input' }),
  identifier: 'text',
  deviceSchema: {},
  secrets: [{ name: 'password', required: false, generated: false }],
  version: 1,
};

describe('the form of a new connector', () => {
  const filled = { ...newValues(kind), name: 'Nord', tenantId: 1 };
  const complaints = (entered: object) =>
    newConnectorForm(kind)
      .safeParse({ ...filled, options: entered })
      .error?.issues.map(({ path }) => path.join('.'));

  it('begins with the defaults of the kind', () => {
    expect(newValues(kind).options).toEqual({ topics: [], qos: 1 });
  });

  it('complains about settings before they are sent, emptied ones included', () => {
    expect(complaints({ url: undefined, topics: [] })).toEqual(['options.url', 'options.topics']);
    expect(complaints({ url: 'mqtt://broker', topics: ['a'], qos: 7 })).toEqual(['options.qos']);
    expect(complaints({ url: 'mqtt://broker', topics: ['a'] })).toBeUndefined();
  });

  it('leaves the check to the server where it can’t read the schema', () => {
    const odd = { ...kind, optionsSchema: { $ref: 'https://example.com/schema' } };
    expect(newConnectorForm(odd).safeParse({ ...filled, options: { any: 1 } }).success).toBe(true);
  });
});

describe('what is sent', () => {
  it('holds no secrets that were left alone, and takes emptied ones away', () => {
    expect(changedSecrets({ kept: undefined, gone: '', next: 'x' })).toEqual({ gone: null, next: 'x' });
  });

  it('holds connection data only where they differ, so that a new name does not cut the connection', () => {
    const connector = { options: { url: 'mqtt://a', topics: ['x', 'y'] } };
    const same = { url: 'mqtt://a', topics: ['x', 'y'], note: undefined };
    expect(connectionChange(connector, { options: same, secrets: {} })).toEqual({});
    const other = { ...same, topics: ['x'] };
    expect(connectionChange(connector, { options: other, secrets: { password: 'p' } })).toEqual({
      options: { url: 'mqtt://a', topics: ['x'] },
      secrets: { password: 'p' },
    });
  });
});

describe('complaints of the server', () => {
  const placed = (code: string, params: Record<string, string>) => {
    try {
      return onFormField(new ApiError(400, { code, message: 'no', params }));
    } catch (error) {
      return error instanceof ApiError ? error.issues.map(({ path }) => path) : error;
    }
  };

  it('stand on the field that they are about', () => {
    expect(placed('BRIDGE_DUPLICATE_NAME', { name: 'Nord' })).toEqual(['name']);
    expect(placed('BRIDGE_SECRET_MISSING', { name: 'password' })).toEqual(['secrets.password']);
    expect(placed('BRIDGE_OPTIONS_INVALID', { field: 'url' })).toEqual(['options.url']);
    expect(placed('BRIDGE_CONNECTION_FAILED', { reason: 'refused' })).toEqual([]);
  });
});
