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
};

/** Codes that only the web client can know of. */
const ofClient = ['NETWORK_ERROR', 'TENANT_DOMAIN_UNKNOWN'];

/** Names of the specification for cases that can't occur here, or that have a code of their own in another noun. */
const gone: Record<string, string> = {
  AUTH_USER_UNASSIGNED_TENANT_OR_SCOPE:
    'every user belongs to an account; without roles, the pages without a permission open',
  USER_ACCOUNT_PRIMARYSCOPE_NOT_FOUND: 'every account has its scope by a constraint of the database',
};

/** The codes that the specification names in full. Those of services, twins and mail are named by their beginning only. */
const specified =
  `NETWORK_ERROR ABAC_ROLE_CREATE_DUPLICATE_NAME ABAC_ROLE_DELETE_SUPERSYSADMIN ABAC_RULE_CREATE_DUPLICATE_NAME
  ABAC_USERACCESS_DUPLICATE_ENTRY 2FA_TOKEN_FAILURE AUTH_LOGIN_PASSWORD_MISMATCH AUTH_LOGIN_TOO_MANY_WRONG_REQUESTS
  AUTH_TOKEN_NOT_FOUND AUTH_USER_DEACTIVATED AUTH_USER_NOT_FOUND AUTH_USER_UNASSIGNED_TENANT_OR_SCOPE DTWIN_NOT_FOUND
  VDEVICE_NOT_FOUND DTWIN_CREATE_DUPLICATE_ENTRY DTWIN_CREATE_NO_ASSIGNED_SCOPE_OR_PARENT
  DTWIN_UPDATE_CHANGING_TENANT_DISALLOWED DTWIN_UPDATE_CANNOT_MOVE_TO_DESCENDANT SCOPE_CREATE_DUPLICATE_ENTRY
  TENANT_CREATE_DUPLICATE_ENTRY TENANT_CREATE_PARENTSCOPE_NOT_FOUND BRIDGE_INVALID_MUTATOR_SCRIPT BRIDGE_NOT_FOUND
  USER_ACCOUNT_PRIMARYSCOPE_NOT_FOUND USER_DUPLICATE_ENTRY NIOTA_DEVICE_NOT_FOUND NIOTA_DEVICE_VARIABLES_NOT_FOUND
  ACCOUNT_NOT_FOUND ACCOUNT_ALREADY_EXISTS DTWIN_STATE_NOT_FOUND GATEWAY_HAS_INVALID_FIREFLY_LINK GATEWAY_DUPLICATE_ENTRY
  GATEWAY_DATASOURCE_NOT_FIREFILY BACKGROUND_JOBS_UNKNOWN_JOB_TYPE DS_TRANSFORMER_INVALID_OUTPUT
  DS_TRANSFORMER_INVALID_INPUT DS_TRANSFORMER_EXEC_ERROR VALIDATION_ERROR PARAMETER_VALIDATION_ERROR
  MAX_USER_API_TOKEN_LIMIT_TOO_HIGH DEVICEDRIVER_NOT_FOUND DEVICE_TEMPLATE_WITH_SAME_TITLE_ALREADY_EXISTS
  VARIABLE_CALCULATIONS_ERROR_VALUE_IS_NOT_OBJECT`.split(/\s+/);

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

it('contains every code of the specification, or says why it is gone', () => {
  expect(specified.filter((code) => !Object.hasOwn(errors, code))).toEqual(Object.keys(gone));
});
