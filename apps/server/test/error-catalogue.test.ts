import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errors } from '@stellwerk/contract/errors';
import { expect, it } from 'vitest';

/** Codes of the specification that nothing raises yet, by the area that will. */
const notBuilt: Record<string, string[]> = {
  tickets: ['ISFMTICKET_NO_IDS', 'ISFMTICKET_DUPLICATE_ENTRY', 'ISFMTICKET_NOT_FOUND'],
  'door keys': ['ISFMACCESS_KEY_USER_ROLE_NOT_FOUND', 'ISFMACCESS_KEY_NOT_FOUND', 'ISFMACCESS_KEY_RING_NOT_FOUND'],
  'mail templates': ['MAIL_TEMPLATE_UPDATE_FAILED'],
  'classic hub': ['NIOTA_DEVICE_NOT_FOUND', 'NIOTA_DEVICE_VARIABLES_NOT_FOUND', 'ACCOUNT_ALREADY_EXISTS'],
  'classic device types': ['VARIABLE_CALCULATIONS_ERROR_VALUE_IS_NOT_OBJECT'],
  gateways: ['GATEWAY_HAS_INVALID_FIREFLY_LINK', 'GATEWAY_DUPLICATE_ENTRY', 'GATEWAY_DATASOURCE_NOT_FIREFILY'],
  transformations: ['DS_TRANSFORMER_INVALID_OUTPUT', 'DS_TRANSFORMER_INVALID_INPUT', 'DS_TRANSFORMER_EXEC_ERROR'],
  'device templates': ['DEVICE_TEMPLATE_WITH_SAME_TITLE_ALREADY_EXISTS'],
};

/** Codes that only the web client can know of. */
const ofClient = ['NETWORK_ERROR', 'TENANT_DOMAIN_UNKNOWN'];

const root = join(import.meta.dirname, '../../..');
const isSource = (file: string) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|(^|\/)(testing|node_modules)\//.test(file);
const textOf = (dir: string): string =>
  readdirSync(join(root, dir), { recursive: true, encoding: 'utf8' })
    .filter(isSource)
    .map((file) => readFileSync(join(root, dir, file), 'utf8'))
    .join('\n');

it('raises every code of the catalogue, or says which area will', () => {
  const text = ['apps/server/src', 'packages/simulator/src', 'packages/plugin/src', 'plugins'].map(textOf).join('\n');
  const isRaised = (code: string) => new RegExp(`['"]${code}['"]`).test(text);
  const silent = Object.keys(errors).filter((code) => !isRaised(code));
  expect(silent.sort()).toEqual([...Object.values(notBuilt).flat(), ...ofClient].sort());
});
