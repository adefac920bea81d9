import type {
  DeviceTemplate,
  SyncStatus,
  TemplateDraft,
  TemplateRow,
  TemplateVersion,
} from '@stellwerk/contract/device-template';
import type { Actor } from '../../platform/http/ctx.ts';
import { may } from '../../platform/tenancy/may.ts';
import type { FoundHead, FoundTemplate, LinkCounts } from './template.store.ts';
import type { Canary } from './template.table.ts';

const noLinks: LinkCounts = { devices: 0, failed: 0, pending: 0 };

function statusOf(found: FoundTemplate, { devices, failed, pending }: LinkCounts): SyncStatus {
  if (found.isRunning) return 'inProgress';
  if (found.canary) return found.canary.haltedAt === null ? 'canary' : 'halted';
  if (devices === 0) return 'noLinkedDevices';
  if (failed > 0) return 'failed';
  return found.hasChanges || pending > 0 ? 'unsynced' : 'synced';
}

export function toRow(actor: Actor, found: FoundTemplate, counts: LinkCounts = noLinks): TemplateRow {
  const { id, title, accountId, accountName, icon, productive } = found;
  const isManager = may(actor, 'DeviceTemplate.manage', found.scopePath);
  return {
    ...{ id, title, accountId, accountName, icon },
    status: statusOf(found, counts),
    hasUnsyncedChanges: found.hasChanges,
    productiveVersion: productive,
    deviceCount: counts.devices,
    failedCount: counts.failed,
    pendingCount: counts.pending,
    connector:
      found.connectorName === null
        ? null
        : { id: found.connectorId, name: found.connectorName, type: found.connectorType ?? '' },
    driver:
      found.driverTitle === null
        ? null
        : { id: found.driverId, title: found.driverTitle, version: found.driverVersion },
    createdAt: found.createdAt.toISOString(),
    updatedAt: found.updatedAt.toISOString(),
    abilities: { update: isManager, delete: isManager },
  };
}

export const toDraft = ({
  changedAt,
  ...draft
}: Omit<TemplateDraft, 'changedAt'> & { changedAt: Date }): TemplateDraft => ({
  ...draft,
  changedAt: changedAt.toISOString(),
});

export const toHead = ({ publishedAt, ...head }: FoundHead) => ({ ...head, publishedAt: publishedAt.toISOString() });

export const toVersion = (head: FoundHead, content: TemplateVersion['content']): TemplateVersion => ({
  ...toHead(head),
  content,
});

export function toCanary(canary: Canary): DeviceTemplate['canary'] {
  const { version, devices, startedAt, until, haltedAt, reason, packets, faults } = canary;
  return { version, devices, startedAt, until, haltedAt, reason, packets, faults };
}
