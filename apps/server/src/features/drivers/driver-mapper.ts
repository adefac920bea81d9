import { satisfies } from '@stellwerk/contract/core/permission';
import { type Driver, type DriverRow, type DriverVersion, readsDrivers } from '@stellwerk/contract/driver';
import type { Actor } from '../../platform/http/ctx.ts';
import { decide } from '../../platform/policy/policy.ts';
import type { FoundDriver, FoundRow } from './driver.store.ts';
import { toStoredFile } from './file.service.ts';
import type { FoundFile } from './file.store.ts';
import type { FoundVersion } from './version.store.ts';

const manages = ({ grants }: Actor, scopePath: string) => decide(grants, 'DeviceDriver.manage', scopePath).allowed;

/** Only users who edit drivers of the account see drafts, not all users of the driver. */
export const seesDraft = ({ grants }: Actor, { scopePath }: { scopePath: string }) =>
  satisfies(readsDrivers, (permission) => decide(grants, permission, scopePath).allowed);

export function toRow(row: FoundRow, deviceCount: number, actor: Actor): DriverRow {
  const { scopePath, createdAt, updatedAt, hasDraft, ...shown } = row;
  const mayChange = manages(actor, scopePath);
  return {
    ...shown,
    hasDraft: hasDraft && seesDraft(actor, row),
    deviceCount,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    abilities: { update: mayChange, delete: mayChange },
  };
}

type Counts = ReadonlyMap<number, number>;

type Head = Pick<FoundVersion, 'id' | 'number' | 'publishedAt' | 'publishedBy' | 'notes'>;

const toHead = ({ id, number, publishedAt, publishedBy, notes }: Head, counts: Counts) => ({
  id,
  number,
  publishedAt: publishedAt?.toISOString() ?? null,
  publishedBy,
  deviceCount: counts.get(id) ?? 0,
  notes,
});

export const toVersion = (version: FoundVersion, counts: Counts): DriverVersion => ({
  ...version,
  ...toHead(version, counts),
});

interface Parts {
  files: readonly FoundFile[];
  draft: FoundVersion | undefined;
  versions: readonly Head[];
  deviceCount: number;
  counts: Counts;
}

export function toDriver(found: FoundDriver, parts: Parts, actor: Actor): Driver {
  const { highlights, installationNotes, properties, maps, ...row } = found;
  const image = parts.files.find(({ kind }) => kind === 'image');
  const { draft } = parts;
  return {
    ...toRow(row, parts.deviceCount, actor),
    highlights,
    installationNotes,
    properties,
    maps,
    image: image ? toStoredFile(image) : null,
    attachments: parts.files.filter(({ kind }) => kind === 'attachment').map(toStoredFile),
    draft: draft && seesDraft(actor, found) ? toVersion(draft, parts.counts) : null,
    versions: parts.versions.map((version) => toHead(version, parts.counts)),
  };
}
