import { type Connector, type ConnectorKind, newConnector } from '@stellwerk/contract/connector';
import { z } from 'zod';
import { ApiError, isApiError } from '../../../lib/api.ts';
import { initialOptions, schemaFields } from '../../../ui/form/schema-fields.ts';

const anyOptions = z.record(z.string(), z.unknown());

/** Fields that were emptied are absent, as they are in what is sent. */
const withoutAbsent = (options: unknown): unknown =>
  typeof options === 'object' && options !== null
    ? Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
    : options;

/** Complaints while one types. What the schema can't express here, the server says when it is saved. */
export function optionsCheck({ optionsSchema }: Pick<ConnectorKind, 'optionsSchema'>) {
  try {
    return z.preprocess(withoutAbsent, z.fromJSONSchema(optionsSchema)).pipe(anyOptions);
  } catch {
    return z.preprocess(withoutAbsent, z.unknown()).pipe(anyOptions);
  }
}

const typedSecrets = z.record(z.string(), z.string().optional());

/** The form of a new connector of a kind; type and account stay as they are afterwards. */
export const newConnectorForm = (kind: ConnectorKind) =>
  newConnector
    .pick({ name: true, description: true, deviceLimit: true, active: true, tenantId: true })
    .extend({ options: optionsCheck(kind), secrets: typedSecrets });

export const connectorForm = (kind: ConnectorKind) => newConnectorForm(kind).omit({ tenantId: true, active: true });

export const newValues = (kind: ConnectorKind) => ({
  name: '',
  description: '',
  deviceLimit: null,
  active: true,
  options: initialOptions(schemaFields(kind.optionsSchema)),
  secrets: {},
});

export const valuesOf = ({ name, description, deviceLimit, options }: Connector, kind: ConnectorKind) => ({
  name,
  description,
  deviceLimit,
  options: { ...initialOptions(schemaFields(kind.optionsSchema)), ...options },
  secrets: {},
});

/** Untouched secrets stay; emptied ones go. */
export function changedSecrets(secrets: z.output<typeof typedSecrets>): Record<string, string | null> {
  const touched = Object.entries(secrets).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(touched.map(([name, value]) => [name, value === '' ? null : value]));
}

/** What was entered, as it is sent: JSON knows no absent values. */
export const sentOptions = (options: Record<string, unknown>): Record<string, z.core.util.JSONType> =>
  JSON.parse(JSON.stringify(options));

const isEqual = (left: unknown, right: unknown): boolean => {
  if (typeof left !== 'object' || left === null || typeof right !== 'object' || right === null) return left === right;
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].every((name) => isEqual(Reflect.get(left, name), Reflect.get(right, name)));
};

/** Only changed fields, because a connector reconnects when its connection data are sent. */
export function connectionChange(
  connector: Pick<Connector, 'options'>,
  entered: { options: Record<string, unknown>; secrets: z.output<typeof typedSecrets> },
) {
  const options = sentOptions(entered.options);
  const secrets = changedSecrets(entered.secrets);
  return {
    ...(isEqual(options, connector.options) ? {} : { options }),
    ...(Object.keys(secrets).length > 0 ? { secrets } : {}),
  };
}

const fieldOf: Record<string, (params: Record<string, unknown>) => string> = {
  BRIDGE_DUPLICATE_NAME: () => 'name',
  BRIDGE_SECRET_MISSING: ({ name }) => `secrets.${name}`,
  BRIDGE_OPTIONS_INVALID: ({ field }) => `options.${field}`,
};

/** Complaints that are about one field stand on it. */
export function onFormField(error: unknown): never {
  if (!isApiError(error) || (error.issues?.length ?? 0) > 0) throw error;
  const { status, code, message, params } = error;
  const path = fieldOf[code]?.(params ?? {});
  throw path === undefined ? error : new ApiError(status, { code, message, params, issues: [{ path, code, message }] });
}
