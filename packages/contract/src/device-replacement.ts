import { z } from 'zod';
import { dataOf } from './core/envelope.ts';
import { idOf, textIdOf } from './core/id.ts';
import { defineRoute } from './core/route.ts';
import { device, deviceFields, deviceTag, deviceWire, externalId, readsDevices } from './device.ts';
import { valueTypes } from './state.ts';

const params = z.object({ id: textIdOf('device') });

/**
 * The sensor that takes the place: either another virtual device of the same account, whose identity is taken over and
 * which is deleted with its own values, or a sensor that is not in the platform yet.
 */
const source = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('device'), replacementId: idOf('device') }),
  z.object({
    kind: z.literal('new'),
    externalId,
    connectorId: idOf('connectorChoice'),
    driverId: idOf('driver').nullable(),
    /** A version of the driver; null follows the newest version. */
    driverVersion: z.int().positive().nullable().default(null),
    connectorData: deviceFields.shape.connectorData.default({}),
  }),
]);
export type ReplacementSource = z.output<typeof source>;

const variable = z.object({
  name: z.string(),
  title: z.string(),
  unit: z.string(),
  valueType: z.enum(valueTypes),
});
export type ReplacementVariable = z.output<typeof variable>;

const errors = [
  'VDEVICE_NOT_FOUND',
  'BRIDGE_NOT_FOUND',
  'DEVICEDRIVER_NOT_FOUND',
  'DEVICEDRIVER_NOT_PUBLISHED',
  'VDEVICE_REPLACED_BY_ITSELF',
  'VDEVICE_OF_ANOTHER_ACCOUNT',
] as const;

export const previewReplacement = defineRoute({
  method: 'POST',
  path: '/api/v1/virtualdevice/{id}/replacement-preview',
  tag: deviceTag,
  wire: deviceWire,
  summary: 'Which variables of another sensor would feed the data states of a virtual device',
  permission: readsDevices,
  params,
  body: z.object({
    source: z.discriminatedUnion('kind', [
      source.options[0],
      z.object({ kind: z.literal('new'), driverId: idOf('driver').nullable() }),
    ]),
  }),
  readOnly: true,
  response: dataOf(
    z.object({
      variables: z.array(variable),
      /** The states that get their values from packets. */
      states: z.array(
        z.object({
          id: z.int(),
          key: z.string(),
          title: z.string(),
          unit: z.string(),
          valueType: z.enum(valueTypes),
          /** The variable of the old sensor. */
          variable: z.string(),
          /** The same variable, or one with the same key or, if there is only one, with the same unit and type. */
          proposed: z.string().nullable(),
        }),
      ),
    }),
  ),
  errors,
});

/**
 * Twin, data states, history, rules, dashboards and alarms stay. States without a variable keep their history and get no
 * further values; variables without a state get a new one.
 */
export const replaceDevice = defineRoute({
  method: 'POST',
  path: '/api/v1/virtualdevice/{id}/replace',
  tag: deviceTag,
  wire: deviceWire,
  summary: 'Let another sensor, also of another model, take the place of a virtual device',
  permission: 'VirtualDevice.manage',
  params,
  body: z.object({
    source,
    /** The variable for each state; states that are not given keep theirs. */
    mapping: z
      .array(z.object({ stateId: idOf('state'), variable: z.string().max(200).nullable() }))
      .max(500)
      .default([]),
  }),
  response: dataOf(device),
  errors: [
    ...errors,
    'DTWIN_STATE_NOT_FOUND',
    'VDEVICE_DUPLICATE_EXTERNAL_ID',
    'VDEVICE_INVALID_EUI',
    'VDEVICE_INVALID_HEX_ID',
    'VDEVICE_CONNECTOR_DATA_INVALID',
    'VDEVICE_CONNECTOR_NOT_A_SOURCE',
    'VDEVICE_LIMIT_REACHED',
    'VDEVICE_VARIABLE_UNKNOWN',
    'DEVICE_TEMPLATE_FIELD_LOCKED',
    'VALIDATION_ERROR',
    'DTWIN_DELETE_STATES_AGGREGATED',
    'DTWIN_DELETE_HAS_DEVICES',
    'DTWINSTATE_TOO_MANY',
    'PERMISSION_DENIED',
  ],
});
