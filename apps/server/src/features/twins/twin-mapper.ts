import { setsValues } from '@stellwerk/contract/state';
import { type StatusBelow, type StoredFileInfo, statuses, type Twin, type TwinRow } from '@stellwerk/contract/twin';
import type { Actor } from '../../platform/http/ctx.ts';
import { may } from '../../platform/tenancy/may.ts';
import type { FoundFile } from './files/file.store.ts';
import type { FoundRow } from './list/twin-row.store.ts';
import type { Ancestor } from './tree/ancestors.store.ts';
import { mayHere } from './twin.policy.ts';
import type { FoundTwin } from './twin.store.ts';

export const statusWord = (status: number) => statuses[status] ?? 'unknown';

export const toStoredFile = ({ id, name, sizeBytes, type, createdAt }: FoundFile): StoredFileInfo => ({
  id,
  name,
  sizeBytes,
  type,
  createdAt: createdAt.toISOString(),
});

function toSummary(row: FoundRow, ancestors: readonly Pick<Ancestor, 'id'>[]) {
  const { accountId, accountName, scopePath: _path, keyValue: _keyValue, ...rest } = row;
  return {
    ...rest,
    status: statusWord(row.status),
    tenantId: accountId,
    tenantName: accountName,
    // Hides a parent that the caller may not see.
    parentId: ancestors.at(-1)?.id === row.parentId ? row.parentId : null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

interface RowParts {
  below: StatusBelow;
  ancestors: Ancestor[];
  stateCount: number;
  keyValue?: TwinRow['keyValue'];
  references?: TwinRow['references'];
}

export function toRow(actor: Actor, row: FoundRow, { ancestors, stateCount, below, ...included }: RowParts): TwinRow {
  return {
    ...toSummary(row, ancestors),
    ancestors,
    stateCount,
    below,
    ...included,
    abilities: {
      update: may(actor, 'DigitalTwin.write', row.scopePath),
      delete: may(actor, 'DigitalTwin.manage', row.scopePath),
    },
  };
}

interface TwinParts extends Pick<Twin, 'references' | 'userRelations' | 'ancestors' | 'childCount' | 'stateCount'> {
  children: { id: number; title: string; type: Twin['type']; status: number }[];
  below: (id: number) => StatusBelow;
  files: FoundFile[];
  canBeShared: boolean;
}

export function toTwin(
  actor: Actor,
  found: FoundTwin,
  { files, children, below, canBeShared, ...parts }: TwinParts,
): Twin {
  const { keyValue, description, isAddressLinked, geoPolygon, floorNumber, room, overlayBounds, contacts } = found;
  const imageOf = (kind: FoundFile['kind']) => {
    const image = files.find((file) => file.kind === kind);
    return image ? toStoredFile(image) : null;
  };
  const manages = may(actor, 'DigitalTwin.manage', found.scopePath);
  return {
    ...toSummary(found, parts.ancestors),
    ...{ description, isAddressLinked, geoPolygon, keyValue, floorNumber, room, overlayBounds, contacts },
    ...parts,
    children: children.map((child) => ({ ...child, status: statusWord(child.status), below: below(child.id) })),
    below: below(found.id),
    attachments: files.filter(({ kind }) => kind === 'attachment').map(toStoredFile),
    backgroundImage: imageOf('background'),
    overlayImage: imageOf('overlay'),
    abilities: {
      update: may(actor, 'DigitalTwin.write', found.scopePath),
      delete: manages,
      createScope: manages && !found.ownsScope,
      share: manages && canBeShared,
      setValue: mayHere(actor, [setsValues, 'VirtualDevice.write'], found),
    },
  };
}
