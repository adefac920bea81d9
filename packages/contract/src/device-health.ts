import { z } from 'zod';
import { dataOf } from './core/envelope.ts';
import { textIdOf } from './core/id.ts';
import { flag } from './core/query.ts';
import { defineRoute } from './core/route.ts';
import { device, deviceTag, deviceWire, healthProblem, healths, readsDevices } from './device.ts';
import { healthEntry } from './health.ts';

const params = z.object({ id: textIdOf('device') });
const judgement = z.object({ health: z.enum(healths), problems: z.array(healthProblem) });

/** The checks of the newest published version, as a device with this driver would get them. */
export const readDriverHealth = defineRoute({
  method: 'GET',
  path: '/api/v1/virtualdevice/health-config/device-driver/{id}',
  tag: deviceTag,
  summary: 'The health checks of a driver',
  permission: readsDevices,
  params: z.object({ id: textIdOf('driver') }),
  response: dataOf(z.array(healthEntry)),
  errors: ['DEVICEDRIVER_NOT_FOUND'],
});

/**
 * The checks of the newest published version replace the own checks of all devices with the driver that the caller
 * manages. A driver without checks changes nothing. Their health follows at the next evaluation.
 */
export const applyDriverHealth = defineRoute({
  method: 'POST',
  path: '/api/v1/virtualdevice/health-config/device-driver/{id}',
  tag: deviceTag,
  summary: 'Copy the health checks of a driver to all of its virtual devices',
  permission: 'VirtualDevice.manage',
  params: z.object({ id: textIdOf('driver') }),
  body: z.object({ applyToAllVD: z.literal(true) }),
  response: dataOf(z.object({ devices: z.int() })),
  errors: ['DEVICEDRIVER_NOT_FOUND'],
});

/** Evaluates the device's checks now and returns the result. */
export const synchroniseHealth = defineRoute({
  method: 'POST',
  path: '/api/v1/virtualdevice/{id}/health-state-sync',
  tag: deviceTag,
  summary: 'Re-evaluate the health of a virtual device',
  permission: 'VirtualDevice.manage',
  params,
  response: dataOf(judgement),
  errors: ['VDEVICE_NOT_FOUND'],
});

/** `own` replaces the device's own checks by those of the body, `driver` by a copy of the driver's checks. */
export const updateHealthConfig = defineRoute({
  method: 'POST',
  path: '/api/v1/virtualdevice/{id}/health-config/update/{x}',
  tag: deviceTag,
  wire: deviceWire,
  summary: 'Set the health checks of a virtual device',
  permission: 'VirtualDevice.manage',
  params: params.extend({ x: z.enum(['own', 'driver']) }),
  body: z.object({ healthConfig: z.array(healthEntry).max(50).default([]) }),
  response: dataOf(device),
  errors: ['DEVICE_TEMPLATE_FIELD_LOCKED', 'VDEVICE_NOT_FOUND', 'VDEVICE_NO_DRIVER', 'SCRIPT_ERROR'],
});

export const ignoreProblem = defineRoute({
  method: 'POST',
  path: '/api/v1/virtualdevice/{id}/health/{identifier}/ignored/{flag}',
  tag: deviceTag,
  summary: 'Ignore a health problem until it resolves, or heed it again',
  permission: 'VirtualDevice.manage',
  /** A check that itself fails raises the problem `<identifier>.failed`. */
  params: params.extend({ identifier: z.string().max(80), flag }),
  response: dataOf(judgement),
  errors: ['VDEVICE_NOT_FOUND', 'VDEVICE_PROBLEM_NOT_FOUND'],
});

/** Evaluates a check on a device without saving and returns its result. */
export const testHealthCheck = defineRoute({
  method: 'POST',
  path: '/api/v1/virtualdevice/{id}/health-config/test',
  tag: deviceTag,
  summary: 'Try a health check on a virtual device',
  permission: 'VirtualDevice.manage',
  params,
  body: z.object({ entry: healthEntry }),
  readOnly: true,
  response: dataOf(
    z.object({
      /** The text of the problem; null if there is none. */
      message: z.string().nullable(),
      logs: z.array(z.string()),
      error: z.object({ code: z.string(), message: z.string() }).nullable(),
    }),
  ),
  errors: ['VDEVICE_NOT_FOUND'],
});
