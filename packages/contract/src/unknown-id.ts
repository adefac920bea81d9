import { z } from 'zod';
import { dataOf, isoTime } from './core/envelope.ts';
import { textIdOf } from './core/id.ts';
import { defineRoute } from './core/route.ts';

/** Per connector. The oldest leave, so that a sender of random ids can't fill the database. */
export const unknownLimits = { ids: 200, keptPerId: 50, keptBytes: 8_388_608 } as const;

const connectorTag = 'connectors';
const params = z.object({ id: textIdOf('connector') });
const identifier = z.object({ identifier: z.string().min(1).max(200) });

/** Ids of dropped messages: no device and no data state had them when the messages arrived. */
export const listUnknownIds = defineRoute({
  method: 'GET',
  path: '/api/v1/bridge/{id}/unknown-ids',
  tag: connectorTag,
  summary: 'Ids in messages of a connector that belong to no device, the newest first',
  permission: 'all.manage',
  params,
  response: dataOf(
    z.array(
      z.object({
        identifier: z.string(),
        firstAt: isoTime,
        lastAt: isoTime,
        count: z.int(),
        /** Number of messages that can be replayed. */
        kept: z.int(),
        /** The newest message in the standard form; null if it is no longer kept. */
        newest: z.json().nullable(),
        /** Whether a device has this id by now. */
        hasDevice: z.boolean(),
      }),
    ),
  ),
  errors: ['BRIDGE_NOT_FOUND'],
});

export const replayUnknownId = defineRoute({
  method: 'POST',
  path: '/api/v1/bridge/{id}/unknown-ids/replay',
  tag: connectorTag,
  summary: 'Process the kept messages of an id that a device has by now, each exactly once',
  permission: 'all.manage',
  params,
  body: identifier,
  response: dataOf(z.object({ replayed: z.int() })),
  errors: ['BRIDGE_NOT_FOUND', 'BRIDGE_UNKNOWN_ID_NO_DEVICE'],
});

export const removeUnknownId = defineRoute({
  method: 'POST',
  path: '/api/v1/bridge/{id}/unknown-ids/remove',
  tag: connectorTag,
  summary: 'Remove an unknown id with its kept messages',
  permission: 'all.manage',
  params,
  body: identifier,
  response: dataOf(z.object({ removed: z.literal(true) })),
  errors: ['BRIDGE_NOT_FOUND'],
});
