import { z } from 'zod';
import { dataOf } from './core/envelope.ts';
import { idOf, textIdOf } from './core/id.ts';
import { defineRoute } from './core/route.ts';
import { twin, twinFields, twinPlacement, twinTag } from './twin.ts';

const params = z.object({ id: textIdOf('twin') });

/** Rules that the caller could not save at a copy or target, with the reason in their language. */
export const leftOutRules = z.array(z.object({ title: z.string(), reason: z.string() }));
export type LeftOutRules = z.output<typeof leftOutRules>;

/**
 * A copy has the original's states (without values), visualisation, rules, properties, tags, images and area; never its
 * history, users, share keys or attachments. Aggregates and rules inside the copied subtree reference the copied states.
 * Rules that the caller could not save at the copy, because of their metrics or commands, are left out, and so are sources
 * and connectors of states that the caller could not choose there.
 */
export const duplicateTwin = defineRoute({
  method: 'POST',
  path: '/api/v1/digitaltwin/{id}/duplicate',
  tag: twinTag,
  summary: 'Copy a twin, on demand with everything below it; more than 1,000 twins are copied by a background job',
  permission: 'DigitalTwin.read',
  params,
  body: twinPlacement.extend({ title: twinFields.shape.title, withDescendants: z.boolean().default(false) }),
  /** With a job, the copy of the top exists at once; its states and everything below follow, and the job names rules. */
  response: dataOf(twin.extend({ job: z.object({ id: z.int() }).nullable(), rulesLeftOut: leftOutRules })),
  status: 201,
  errors: [
    'DTWIN_NOT_FOUND',
    'ACCOUNT_NOT_FOUND',
    'DTWIN_CREATE_DUPLICATE_ENTRY',
    'DTWIN_CREATE_NO_ASSIGNED_SCOPE_OR_PARENT',
    'DTWIN_SUBTREE_TOO_LARGE',
    'DTWIN_TOO_DEEP',
    'PERMISSION_DENIED',
  ],
});

export const bulkDuplicateMaxLines = 10_000;
export const bulkDuplicateMaxBytes = 5_000_000;
/** In addition, `ref.<name>` sets a reference id and `prop.<key>` a property. Tags are separated by commas. */
export const duplicateColumns = ['title', 'description', 'tags', 'address', 'latitude', 'longitude'] as const;

export const duplicatePreview = z.object({
  total: z.int(),
  valid: z.int(),
  /** The first twenty valid lines. */
  rows: z.array(
    z.object({
      line: z.int(),
      title: z.string(),
      description: z.string(),
      tags: z.array(z.string()),
      address: z.string(),
      latitude: z.number().nullable(),
      longitude: z.number().nullable(),
    }),
  ),
  /** The first thousand errors; `errorCount` counts all. */
  errors: z.array(z.object({ line: z.int(), code: z.string(), message: z.string() })),
  errorCount: z.int(),
  /** Rules of the original that each copy gets, and those that it does not get. */
  rules: z.object({ copied: z.int(), leftOut: leftOutRules }),
});
export type DuplicatePreview = z.output<typeof duplicatePreview>;

/**
 * `twinsData` is CSV with a header line, separated by semicolon, comma or tab. Copies become siblings of the original.
 */
export const bulkDuplicateTwins = defineRoute({
  method: 'POST',
  path: '/api/v1/background-runners/digitaltwin-bulk-duplicate/',
  tag: twinTag,
  summary: 'Copy a twin once for every line of a CSV text, as a background job; `dryRun` answers the preview alone',
  permission: 'DigitalTwin.write',
  body: z.object({
    id: idOf('twin'),
    twinsData: z
      .string()
      .min(1)
      .max(bulkDuplicateMaxBytes)
      .transform((text) => text.replaceAll('\0', '\ufffd')),
    dryRun: z.boolean().default(false),
  }),
  bodyLimitBytes: bulkDuplicateMaxBytes * 2,
  response: dataOf(z.object({ preview: duplicatePreview, job: z.object({ id: z.int() }).nullable() })),
  errors: ['DTWIN_NOT_FOUND', 'DTWIN_CSV_UNREADABLE', 'DTWIN_CSV_TOO_MANY_LINES', 'PERMISSION_DENIED'],
});

const target = z.object({ id: z.int(), title: z.string() });

/**
 * States are overwritten by key, rules by title; additional ones of a target stay. Rules that the caller could not save
 * at a target, because of their metrics or commands, are left out and named. With `dryRun` nothing changes. Targets that
 * the caller may not edit are skipped and listed as `refused`; without any other target the call is refused. More than
 * fifty targets run as a background job: then the job names the rules that it leaves out.
 */
export const synchroniseTwin = defineRoute({
  method: 'POST',
  path: '/api/v1/digitaltwin/{id}/synchronize/',
  tag: twinTag,
  summary: 'Bring the states and rules of a twin to other twins',
  permission: 'DigitalTwin.read',
  params,
  body: z.object({
    /** Visible with DigitalTwin.read; only changed with DigitalTwin.write. */
    twinIds: z.array(idOf('twin')).min(1).max(5_000),
    dryRun: z.boolean().default(false),
  }),
  response: dataOf(
    z.object({
      targets: z.array(
        target.extend({
          creates: z.int(),
          overwrites: z.int(),
          rules: z.object({ creates: z.int(), overwrites: z.int(), leftOut: leftOutRules }),
        }),
      ),
      refused: z.array(target),
      job: z.object({ id: z.int() }).nullable(),
    }),
  ),
  errors: ['DTWIN_NOT_FOUND', 'PERMISSION_DENIED', 'DTWINSTATE_AGGREGATE_LOOP'],
});
