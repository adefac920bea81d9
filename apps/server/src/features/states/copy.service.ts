import { maxStatesPerTwin } from '@stellwerk/contract/state';
import type { SourceConfig } from '@stellwerk/contract/state-source';
import type { AppliedWork } from '../../ingest/apply/ports.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { StateCopies, TwinStatesPort } from '../twins/index.ts';
import type { ButtonService } from './button.service.ts';
import type { ConnectorSourceService } from './connector-source.service.ts';
import {
  type Definition,
  findDefinitions,
  findHomes,
  findOutsideAggregates,
  findPlaces,
  overwriteDefinitions,
} from './copy.store.ts';
import { type CopyPermissions, readCopyPermissions } from './copy-permissions.service.ts';
import { haveLoop, lockEdges, replaceEdges } from './edge.store.ts';
import type { Values } from './engine/values.ts';
import { countStates, insertStates, lockStatesOf } from './state.store.ts';
import { sourceIdsOf } from './state-mapper.ts';

/** The configuration with replaced sources; a state without any remaining source only accepts values set by hand. */
function withSources(config: SourceConfig, sourceOf: (id: number) => number | undefined): SourceConfig {
  const ids = [...new Set(sourceIdsOf(config).flatMap((id) => sourceOf(id) ?? []))];
  const [first] = ids;
  if (sourceIdsOf(config).length === 0) return config;
  if (first === undefined) return { source: 'none' };
  if (config.source === 'timeseries-aggregate') {
    return { ...config, timeseries: { ...config.timeseries, stateId: first } };
  }
  return 'stateIds' in config ? { ...config, stateIds: ids } : config;
}

const levelsInCommon = (a: string, b: string) => {
  const [left, right] = [a.split('.'), b.split('.')];
  const differing = left.findIndex((label, index) => label !== right[index]);
  return differing < 0 ? left.length : differing;
};

const edgesOf = (entries: { id: number; config: SourceConfig }[]) =>
  entries
    .map(({ id, config }) => ({ stateId: id, sourceIds: sourceIdsOf(config) }))
    .filter(({ sourceIds }) => sourceIds.length > 0);

type Homes = Awaited<ReturnType<typeof findHomes>>;
type Places = Awaited<ReturnType<typeof findPlaces>>;

/** Finds the replacement of a source in a copy: its copy, or the source itself within the same account. */
function createSourceFinder(
  planned: { from: Definition; toTwinId: number }[],
  ids: number[],
  { homes, places, permissions }: { homes: Homes; places: Places; permissions: CopyPermissions },
) {
  /** The copies of each state, by their twin. */
  const made = new Map<number, Map<number, number>>();
  for (const [index, { from, toTwinId }] of planned.entries()) {
    made.set(from.id, (made.get(from.id) ?? new Map()).set(toTwinId, ids[index] ?? 0));
  }
  const pathOf = (twinId: number) => places.get(twinId)?.path ?? '';
  return (toTwinId: number) => (id: number) => {
    const copies = made.get(id);
    if (!copies) {
      const isHere = homes.get(id)?.accountId === places.get(toTwinId)?.accountId;
      return isHere && permissions.mayRead(id) ? id : undefined;
    }
    const own = copies.get(toTwinId);
    if (own !== undefined) return own;
    // A subtree that was copied several times has several copies of the source: the nearest one is used.
    let nearest = { id: 0, levels: -1 };
    for (const [twinId, copyId] of copies) {
      const levels = levelsInCommon(pathOf(twinId), pathOf(toTwinId));
      if (levels > nearest.levels) nearest = { id: copyId, levels };
    }
    return nearest.id;
  };
}

async function copyStates(db: Db, deps: StatesPortDeps, { author, copies }: StateCopies): Promise<void> {
  const byTwin = Map.groupBy(
    await findDefinitions(db, [...new Set(copies.map((each) => each.fromTwinId))]),
    (each) => each.twinId,
  );
  const planned = copies.flatMap(({ fromTwinId, toTwinId }) =>
    (byTwin.get(fromTwinId) ?? []).map((from) => ({ from, toTwinId })),
  );
  if (planned.length === 0) return;
  const sourceIds = new Set(planned.flatMap(({ from }) => sourceIdsOf(from.config)));
  const homes = await findHomes(db, [...sourceIds]);
  const places = await findPlaces(
    db,
    copies.map(({ toTwinId }) => toTwinId),
  );
  const permissions = await readCopyPermissions(db, deps, { author, definitions: [...byTwin.values()].flat() });
  const entries: ReturnType<typeof asNew>[] = [];
  for (const { from, toTwinId } of planned) {
    const accountId = places.get(toTwinId)?.accountId ?? 0;
    const { config, visualisation } = await permissions.allowed(from, { twinId: toTwinId, accountId });
    entries.push(asNew({ ...from, config, visualisation, source: config.source }, toTwinId));
  }
  const ids = await insertStates(db, entries);
  const sourceFor = createSourceFinder(planned, ids, { homes, places, permissions });
  const computed = planned.flatMap(({ from, toTwinId }, index) => {
    const config = withSources(from.config, sourceFor(toTwinId));
    return sourceIdsOf(from.config).length > 0
      ? [{ id: ids[index] ?? 0, from: { ...from, ...entries[index], config, source: config.source }, config }]
      : [];
  });
  await overwriteDefinitions(db, computed);
  await replaceEdges(db, edgesOf(computed));
}

/** The same definition for another twin; its sources are replaced once all copies exist. */
function asNew({ id: _id, createdAt: _created, updatedAt: _updated, ...from }: Definition, twinId: number) {
  return { ...from, twinId };
}

interface Target {
  twinId: number;
  creates: Definition[];
  overwrites: { id: number; from: Definition; before: Definition }[];
  /** The first position behind the existing states. */
  nextPosition: number;
  byKey: Map<string, number>;
}

async function compare(db: Db, definitions: Definition[], twinIds: number[]): Promise<Target[]> {
  const existing = Map.groupBy(await findDefinitions(db, twinIds), ({ twinId }) => twinId);
  return twinIds.map((twinId) => {
    const own = existing.get(twinId) ?? [];
    const byKey = new Map(own.map(({ id, key }) => [key.toLowerCase(), id]));
    const existingByKey = new Map(own.map((state) => [state.key.toLowerCase(), state]));
    return {
      twinId,
      byKey,
      nextPosition: Math.max(-1, ...own.map(({ position }) => position)) + 1,
      creates: definitions.filter(({ key }) => !byKey.has(key.toLowerCase())),
      overwrites: definitions.flatMap((from) => {
        const before = existingByKey.get(from.key.toLowerCase());
        return before ? [{ id: before.id, from, before }] : [];
      }),
    };
  });
}

/** Applies the definitions to one twin; returns the created and overwritten states. */
async function bring(db: Db, target: Target, { sources, permissions, accountId }: Bringing) {
  const { twinId, creates, overwrites, byKey, nextPosition } = target;
  const entries = creates.map((from, index) => ({ ...asNew(from, twinId), position: nextPosition + index }));
  const ids = await insertStates(db, entries);
  for (const [index, { key }] of creates.entries()) byKey.set(key.toLowerCase(), ids[index] ?? 0);
  const created = creates.map((from, index) => ({ id: ids[index] ?? 0, from, before: undefined }));
  const sourceOf = sources(byKey, twinId);
  const changed: Changed[] = [];
  for (const { id, from, before } of [...created, ...overwrites]) {
    const allowed = await permissions.allowed(from, { twinId, accountId, before });
    const config = withSources(allowed.config, (source) => sourceOf(source, before));
    const { visualisation } = allowed;
    changed.push({ id, from: { ...from, config, visualisation, source: config.source }, config });
  }
  await overwriteDefinitions(db, changed);
  await replaceEdges(
    db,
    changed.map(({ id, config }) => ({ stateId: id, sourceIds: sourceIdsOf(config) })),
  );
  return changed;
}

type SourceFinder = (
  byKey: Map<string, number>,
  twinId: number,
) => (id: number, before: Definition | undefined) => number | undefined;

interface Bringing {
  sources: SourceFinder;
  permissions: CopyPermissions;
  accountId: number;
}

interface Changed {
  id: number;
  from: Definition;
  config: SourceConfig;
}

interface StatesPortDeps {
  values: Values;
  sources: Pick<ConnectorSourceService, 'feeds' | 'choosable'>;
  buttons: Pick<ButtonService, 'checkCommand'>;
  clock: Clock;
  follow?(db: Db, work: AppliedWork): Promise<void>;
}

interface Synchronised {
  fromTwinId: number;
  author: StateCopies['author'];
  definitions: Definition[];
  targets: Target[];
}

export function createStatesPort(deps: StatesPortDeps): TwinStatesPort {
  const { values, clock, follow } = deps;

  async function write(db: Db, { fromTwinId, author, definitions, targets }: Synchronised): Promise<void> {
    const permissions = await readCopyPermissions(db, deps, { author, definitions });
    const homes = await findHomes(db, [...new Set(definitions.flatMap(({ config }) => sourceIdsOf(config)))]);
    const places = await findPlaces(
      db,
      targets.map(({ twinId }) => twinId),
    );
    const keys = new Map(definitions.map(({ id, key }) => [id, key.toLowerCase()]));
    const sources: SourceFinder = (byKey, twinId) => (id, before) => {
      const home = homes.get(id);
      if (home?.twinId === fromTwinId) return byKey.get(keys.get(id) ?? '');
      const isHere = home?.accountId === places.get(twinId)?.accountId;
      return isHere && permissions.mayRead(id, before) ? id : undefined;
    };
    for (const target of targets) {
      const accountId = places.get(target.twinId)?.accountId ?? 0;
      const changed = await bring(db, target, { sources, permissions, accountId });
      const computed = edgesOf(changed);
      if (
        await haveLoop(
          db,
          computed.map(({ stateId }) => stateId),
        )
      )
        fail('DTWINSTATE_AGGREGATE_LOOP');
      const changedIds = changed.map(({ id }) => id);
      await values.recompute(
        db,
        changedIds,
        computed.flatMap(({ sourceIds }) => sourceIds),
      );
    }
  }

  return {
    count: countStates,
    aggregatedElsewhere: findOutsideAggregates,
    copy: (db, copies) => copyStates(db, deps, copies),
    moved: async (db, place) =>
      follow?.(db, { applied: [], places: [{ ...place, measuredAt: clock.now() }], depth: 0 }),

    async synchronise(db, fromTwinId, toTwinIds, { author, dryRun }) {
      const twinIds = [...new Set(toTwinIds)].filter((id) => id !== fromTwinId).sort((a, b) => a - b);
      if (!dryRun) await lockEdges(db);
      if (!dryRun) for (const id of twinIds) await lockStatesOf(db, id);
      const definitions = await findDefinitions(db, [fromTwinId]);
      const targets = await compare(db, definitions, twinIds);
      if (!dryRun) {
        const tooMany = targets.some(({ byKey, creates }) => byKey.size + creates.length > maxStatesPerTwin);
        if (tooMany) fail('DTWINSTATE_TOO_MANY', { limit: maxStatesPerTwin });
        await write(db, { fromTwinId, author, definitions, targets });
      }
      return targets.map(({ twinId, creates, overwrites }) => ({
        twinId,
        creates: creates.length,
        overwrites: overwrites.length,
      }));
    },
  };
}
