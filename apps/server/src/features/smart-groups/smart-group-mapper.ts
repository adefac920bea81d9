import type { SmartGroup, SmartGroupRow } from '@stellwerk/contract/smart-group';
import type { Actor } from '../../platform/http/ctx.ts';
import { may } from '../../platform/tenancy/may.ts';
import { toStoredFile } from './files/file.service.ts';
import type { FoundFile } from './files/file.store.ts';
import type { FoundSmartGroup } from './smart-group.store.ts';

export function rowToWire(row: FoundSmartGroup, actor: Actor): SmartGroupRow {
  const { id, title, description, filter, packetThreshold, monitorsPackets, revision } = row;
  return {
    ...{ id, title, description, filter, packetThreshold, monitorsPackets, revision },
    tenantId: row.accountId,
    tenantName: row.accountName,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    abilities: {
      update: may(actor, 'VirtualDeviceGroup.write', row.scopePath),
      delete: may(actor, 'VirtualDeviceGroup.manage', row.scopePath),
    },
  };
}

interface Belongings {
  actor: Actor;
  files: readonly FoundFile[];
}

export function groupToWire(row: FoundSmartGroup, { actor, files }: Belongings): SmartGroup {
  const background = files.find(({ kind }) => kind === 'background');
  return {
    ...rowToWire(row, actor),
    attachments: files.filter(({ kind }) => kind === 'attachment').map(toStoredFile),
    backgroundImage: background ? toStoredFile(background) : null,
  };
}
