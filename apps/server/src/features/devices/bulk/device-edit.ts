import { deviceFields } from '@stellwerk/contract/device';
import { type BulkDeviceChange, bulkDeviceChange } from '@stellwerk/contract/device-bulk';
import type { Db } from '../../../platform/db/db.ts';
import { fail } from '../../../platform/errors/app-error.ts';
import type { Ctx } from '../../../platform/http/ctx.ts';
import type { EditTarget, Fields } from '../../bulk/index.ts';
import { setTwinsDisabled } from '../../twins/index.ts';
import type { DeviceChangeService } from '../change/device-change.service.ts';
import { accountsOf } from '../device.store.ts';
import type { HealthUpdates } from '../health/health-update.service.ts';
import { readEditFields } from './device-fields.store.ts';

interface DeviceEditDeps {
  changes: Pick<DeviceChangeService, 'change'>;
  health: Pick<HealthUpdates, 'disabled'>;
}

/** The part of a device that bulk edit can change. */
const edited = deviceFields
  .pick({ operationalStatus: true, tags: true, groups: true })
  .partial()
  .extend({ disabled: bulkDeviceChange.shape.disabled, parentId: bulkDeviceChange.shape.parentId });

const isListed = (list: readonly string[] | undefined) => list !== undefined && list.length > 0;

function requireDisjoint(added: readonly string[] = [], removed: readonly string[] = []): void {
  const both = added.find((value) => removed.includes(value));
  if (both !== undefined) fail('BULK_IN_BOTH_LISTS', { value: both });
}

function isEmpty({ operationalStatus, disabled, parentId, ...lists }: BulkDeviceChange): boolean {
  const isSet = [operationalStatus, disabled, parentId].some((value) => value !== undefined);
  return !isSet && !Object.values(lists).some(isListed);
}

/** Fails for changes that contradict themselves, or that this selection does not allow. */
async function checkSelection({ db }: Ctx, ids: readonly number[], change: BulkDeviceChange): Promise<void> {
  const { addTags, removeTags, addGroups, removeGroups, parentId } = change;
  if (isEmpty(change)) fail('BULK_NOTHING_TO_CHANGE');
  requireDisjoint(addTags, removeTags);
  requireDisjoint(addGroups, removeGroups);
  if (!isListed(addTags) && !isListed(addGroups) && parentId === undefined) return;
  const accounts = new Set((await accountsOf(db, ids)).values());
  if (accounts.size > 1) fail('BULK_NEEDS_ONE_ACCOUNT');
  if (typeof parentId !== 'number') return;
  const target = (await accountsOf(db, [parentId])).get(parentId) ?? fail('DTWIN_NOT_FOUND');
  if (!accounts.has(target)) fail('DTWIN_UPDATE_CHANGING_TENANT_DISALLOWED');
}

/** Keeps the order of the list, so that undoing restores it exactly. */
function changedList(current: readonly string[], added: readonly string[] = [], removed: readonly string[] = []) {
  return [...new Set([...current.filter((value) => !removed.includes(value)), ...added])];
}

const isSameList = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((value, index) => value === b[index]);

/** Virtual devices as the bulk engine changes them. */
export function createDeviceEdit({ changes, health }: DeviceEditDeps): EditTarget<typeof bulkDeviceChange> {
  async function current(db: Db, id: number) {
    const fields = (await readEditFields(db, [id])).get(id) ?? fail('VDEVICE_NOT_FOUND');
    return edited.required().parse(fields);
  }

  async function set(ctx: Ctx, id: number, input: Fields): Promise<void> {
    const parsed = edited.safeParse(input);
    const place = parsed.error?.issues[0]?.path[0];
    if (!parsed.success) return fail('BULK_VALUE_INVALID', { field: String(place ?? '') });
    const { disabled, ...change } = parsed.data;
    if (Object.keys(change).length > 0) await changes.change(ctx, id, change);
    if (disabled === undefined) return;
    const changed = await setTwinsDisabled(ctx.db, [id], disabled);
    if (changed.length > 0) await health.disabled(ctx, id, disabled);
  }

  return {
    resource: 'virtualdevice',
    notFound: 'VDEVICE_NOT_FOUND',
    read: readEditFields,
    change: bulkDeviceChange,
    checkSelection,
    async apply(ctx, id, change) {
      const now = await current(ctx.db, id);
      const { operationalStatus, disabled, parentId } = change;
      const tags = changedList(now.tags, change.addTags, change.removeTags);
      const groups = changedList(now.groups, change.addGroups, change.removeGroups);
      await set(ctx, id, {
        ...(isSameList(tags, now.tags) ? {} : { tags }),
        ...(isSameList(groups, now.groups) ? {} : { groups }),
        ...(operationalStatus === undefined || operationalStatus === now.operationalStatus
          ? {}
          : { operationalStatus }),
        ...(disabled === undefined || disabled === now.disabled ? {} : { disabled }),
        ...(parentId === undefined || parentId === now.parentId ? {} : { parentId }),
      });
    },
    restore: set,
  };
}
