import { z } from 'zod';
import { dataOf } from './core/envelope.ts';
import { textIdOf } from './core/id.ts';
import { defineRoute } from './core/route.ts';

const tag = 'settings';
const params = z.object({ id: textIdOf('account') });

export const maxServiceBuilderParams = 50;

/** Parameters of the addresses that the dashboard button of an application opens. */
export const serviceBuilderParams = z
  .record(z.string().regex(/^[A-Za-z][A-Za-z0-9_.-]{0,63}$/), z.string().max(2_000))
  .refine((record) => Object.keys(record).length <= maxServiceBuilderParams);

export const accountServiceBuilderParams = z.object({
  /** Null if inherited. */
  own: serviceBuilderParams.nullable(),
  effective: serviceBuilderParams,
  /** Null for own ones and where no account has any. */
  inheritedFrom: z.object({ id: z.int(), name: z.string() }).nullable(),
});

export const readServiceBuilderParams = defineRoute({
  method: 'GET',
  path: '/api/v1/tenant/{id}/service-builder-params',
  tag,
  summary: 'Parameters for service builders of an account, its own or inherited',
  permission: 'super.system.manage',
  params,
  response: dataOf(accountServiceBuilderParams),
  errors: ['ACCOUNT_NOT_FOUND'],
});

export const updateServiceBuilderParams = defineRoute({
  method: 'PUT',
  path: '/api/v1/tenant/{id}/service-builder-params',
  tag,
  summary: 'Set own parameters, or null to inherit them',
  permission: 'super.system.manage',
  params,
  body: z.object({ own: serviceBuilderParams.nullable() }),
  response: dataOf(accountServiceBuilderParams),
  errors: ['ACCOUNT_NOT_FOUND'],
});
