import type { RouteInput } from '@stellwerk/contract/core/route';
import {
  type BulkEditOptions,
  type BulkEditPreview,
  type bulkDeviceChange,
  bulkEditFields,
  type bulkUpdateDevices,
} from '@stellwerk/contract/device-bulk';
import { fail } from '../../../platform/errors/app-error.ts';
import { renderError } from '../../../platform/errors/render.ts';
import type { Ctx } from '../../../platform/http/ctx.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { dryRun, type Edited, type EditTarget, editItems, editKindOf } from '../../bulk/index.ts';
import { visibleAncestorsOf } from '../../twins/index.ts';
import { accountsOfSelection, placeOfSelection, readEditFields, titlesOf } from './device-fields.store.ts';

type Input = RouteInput<typeof bulkUpdateDevices>['body'];

interface BulkEditDeps {
  target: EditTarget<typeof bulkDeviceChange>;
  jobs: Pick<Jobs, 'enqueue'>;
}

const shownTags = 200;

function countValues(lists: readonly (readonly string[])[]) {
  const counts = new Map<string, number>();
  for (const value of lists.flat()) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || a.value.localeCompare(b.value))
    .slice(0, shownTags);
}

const isText = (value: unknown): value is string => typeof value === 'string';
const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.filter(isText) : []);

export function createBulkEditService({ target, jobs }: BulkEditDeps) {
  async function parentsOf(ctx: Ctx, { items }: Edited) {
    const ids = items.map(({ id }) => id);
    const before = await visibleAncestorsOf(ctx.db, ctx.actor, ids);
    const parents = new Map([...before.values()].flatMap((way) => way.slice(-1)).map(({ id, title }) => [id, title]));
    // The gate has checked that the caller may see the new parent.
    const added = items.flatMap(({ after }) => (typeof after.parentId === 'number' ? [after.parentId] : []));
    for (const [id, title] of await titlesOf(ctx.db, [...new Set(added)])) parents.set(id, title);
    return [...parents].map(([id, title]) => ({ id, title }));
  }

  async function preview(ctx: Ctx, ids: readonly number[], change: Input['change']): Promise<BulkEditPreview> {
    const edited = await dryRun(ctx, (scratch) => editItems(scratch, target, ids, change));
    const titles = await titlesOf(ctx.db, ids);
    const titleOf = (id: number) => titles.get(id) ?? String(id);
    const items = edited.items.map(({ id, before, after }) => ({
      id,
      title: titleOf(id),
      changes: bulkEditFields
        .filter((field) => field in after)
        .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null })),
    }));
    return {
      total: ids.length,
      changed: items.filter(({ changes }) => changes.length > 0).length,
      items,
      errors: edited.failures.map(({ id, code, params }) => ({
        id,
        title: titleOf(id),
        code,
        message: renderError({ code, params, issues: [] }, ctx.language, '').message,
      })),
      parents: await parentsOf(ctx, edited),
    };
  }

  /** Devices are always locked in the same order, so that two jobs over the same devices don't wait for each other. */
  const ordered = (ids: readonly number[]) => [...new Set(ids)].sort((a, b) => a - b);

  async function start(ctx: Ctx, { title, change, ...input }: Input): Promise<{ id: number }> {
    const ids = ordered(input.ids);
    await target.checkSelection(ctx, ids, change);
    const place = (await placeOfSelection(ctx.db, ids, ctx.actor.accountId)) ?? fail('VDEVICE_NOT_FOUND');
    const id = await jobs.enqueue(ctx.db, {
      ...place,
      userId: ctx.actor.userId,
      apiKeyId: ctx.actor.apiKeyId,
      kind: editKindOf(target.resource),
      title,
      resource: target.resource,
      total: ids.length,
      payload: { ids, change },
    });
    ctx.activity.objects.push({ noun: 'job', id });
    ctx.activity.details = { title, devices: ids.length };
    return { id };
  }

  return {
    start,

    async edit(ctx: Ctx, { dryRun: isDryRun, ...input }: Input & { dryRun: boolean }) {
      if (!isDryRun) return { preview: null, job: await start(ctx, input) };
      ctx.activity.omit = true;
      const ids = ordered(input.ids);
      await target.checkSelection(ctx, ids, input.change);
      return { preview: await preview(ctx, ids, input.change), job: null };
    },

    async options(ctx: Ctx, ids: readonly number[]): Promise<BulkEditOptions> {
      const [accounts, fields] = [await accountsOfSelection(ctx.db, ids), await readEditFields(ctx.db, ids)];
      const all = [...fields.values()];
      return {
        total: fields.size,
        accounts: accounts.map(({ id, name }) => ({ id, name })),
        tags: countValues(all.map(({ tags }) => textsIn(tags))),
        groups: countValues(all.map(({ groups }) => textsIn(groups))),
      };
    },
  };
}
export type BulkEditService = ReturnType<typeof createBulkEditService>;
