import {
  maxStatesPerTwin,
  type NewState,
  readsStates,
  type State,
  type stateChange,
  type VisualisationOptions,
} from '@stellwerk/contract/state';
import type { SourceConfig } from '@stellwerk/contract/state-source';
import type { z } from 'zod';
import type { Db } from '../../platform/db/db.ts';
import { violates } from '../../platform/db/violates.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import type { Live } from '../../platform/live/live.ts';
import type { Sandbox } from '../../platform/sandbox/sandbox.ts';
import { mayHere } from '../twins/index.ts';
import type { ConnectorSourceService } from './connector-source.service.ts';
import { findWay, lockEdges, replaceEdges } from './edge.store.ts';
import { checkTransformer } from './engine/scripts.ts';
import { refreshTwinStatuses } from './engine/value.store.ts';
import type { AppliedValue } from './engine/value.ts';
import type { Values } from './engine/values.ts';
import type { StateChange, StateLock } from './ports.ts';
import { publishApplied } from './state.events.ts';
import {
  changeState,
  countStates,
  deleteStates,
  describeStates,
  findState,
  insertStates,
  lockStatesOf,
  nextPosition,
  orderStates,
  readTwinStates,
  type StateWithValue,
} from './state.store.ts';
import { sourceIdsOf, toSource, toWire } from './state-mapper.ts';

interface StateServiceDeps {
  values: Values;
  sandbox: Sandbox;
  live: Pick<Live, 'publish'>;
  sources: Pick<ConnectorSourceService, 'check'>;
  locks: () => readonly StateLock[];
  buttons: { check(ctx: Ctx, twinId: number, visualisation: VisualisationOptions): Promise<void> };
}

const sourceConstraint = 'state_sources_source_state_id_states_id_fk';

interface StateOfTwin {
  twinId: number;
  stateId: number;
}

/** The path contains a twin and a state that were authorised separately, so check that they belong together. */
export async function stateOf(ctx: Ctx, { twinId, stateId }: StateOfTwin): Promise<StateWithValue> {
  const found = await findState(ctx.db, stateId);
  return found?.twinId === twinId ? found : fail('DTWIN_STATE_NOT_FOUND');
}

/** Includes the sources of aggregates, as far as the caller may see them. */
async function statesToWire(ctx: Ctx, rows: StateWithValue[]): Promise<State[]> {
  const ids = new Set(rows.flatMap(({ config }) => sourceIdsOf(config)));
  const described = new Map((await describeStates(ctx.db, [...ids])).map((each) => [each.stateId, each]));
  return rows.map((row) => {
    const sources = sourceIdsOf(row.config).flatMap((id) => described.get(id) ?? []);
    return toWire(
      row,
      ctx.language,
      sources.map((source) => toSource(source, ctx.actor)),
    );
  });
}

export async function readStateToWire(ctx: Ctx, id: number): Promise<State> {
  const row = (await findState(ctx.db, id)) ?? fail('DTWIN_STATE_NOT_FOUND');
  const [state] = await statesToWire(ctx, [row]);
  return state ?? fail('DTWIN_STATE_NOT_FOUND');
}

function distinctSources(config: SourceConfig): SourceConfig {
  return 'stateIds' in config ? { ...config, stateIds: [...new Set(config.stateIds)] } : config;
}

export async function requireSources(ctx: Ctx, config: SourceConfig): Promise<void> {
  const ids = sourceIdsOf(config);
  const found = await describeStates(ctx.db, ids);
  if (found.length < new Set(ids).size) fail('DTWIN_STATE_NOT_FOUND');
  const isDevices = config.source === 'virtual-device-aggregate';
  if (isDevices && found.some(({ category }) => category !== 'virtualDevice')) fail('DTWINSTATE_SOURCE_NOT_A_DEVICE');
}

/** A script gets the value of each source, so its author must be allowed to read them; an aggregate shows less. */
async function requireReadable(ctx: Ctx, config: SourceConfig): Promise<void> {
  const sources = await describeStates(ctx.db, sourceIdsOf(config));
  const isReadable = (source: (typeof sources)[number]) =>
    mayHere(ctx.actor, [readsStates, 'VirtualDevice.read'], source);
  if (!sources.every(isReadable)) fail('DTWIN_STATE_NOT_FOUND');
}

async function connectSources(ctx: Ctx, id: number, config: SourceConfig): Promise<void> {
  const sourceIds = sourceIdsOf(config);
  if (await findWay(ctx.db, id, sourceIds)) fail('DTWINSTATE_AGGREGATE_LOOP');
  await replaceEdges(ctx.db, [{ stateId: id, sourceIds }]).catch((error: unknown) => {
    // A source was deleted since it was checked.
    if (violates(error, sourceConstraint)) fail('DTWIN_STATE_NOT_FOUND');
    throw error;
  });
}

/** An aggregate of one state without a script passes its value through, so an empty unit becomes the source's unit. */
async function withSourceUnit<T extends { unit: string; transformer: string; config: SourceConfig }>(
  db: Db,
  entry: T,
): Promise<T> {
  const { unit, transformer, config } = entry;
  if (unit !== '' || transformer.trim() !== '' || !('stateIds' in config) || config.stateIds.length !== 1) return entry;
  const [source] = await describeStates(db, config.stateIds);
  return { ...entry, unit: source?.unit ?? '' };
}

/** Deletes states of one twin. Fails while other states are computed from them. */
export async function removeStates(db: Db, twinId: number, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await deleteStates(db, ids).catch((error: unknown) => {
    if (violates(error, sourceConstraint)) fail('DTWIN_DELETE_STATES_AGGREGATED');
    throw error;
  });
  await refreshTwinStatuses(db, [twinId]);
}

/** Fields that change the meaning of a value. */
const meaning = ['valueType', 'lowerBound', 'upperBound', 'transformer', 'visualisation', 'geoLink', 'config'] as const;

export function createStateService({ values, sandbox, live, sources, buttons, locks }: StateServiceDeps) {
  async function requireUnlocked(db: Db, change: StateChange): Promise<void> {
    for (const lock of locks()) await lock(db, change);
  }

  const publishLater = (ctx: Ctx, applied: AppliedValue[]) => ctx.afterCommit(() => publishApplied(live, applied));

  return {
    async listOfTwin(ctx: Ctx, twinId: number): Promise<State[]> {
      return statesToWire(ctx, await readTwinStates(ctx.db, twinId));
    },

    read: readStateToWire,

    async create(ctx: Ctx, twinId: number, body: NewState): Promise<State> {
      const given = { ...body, config: await sources.check(ctx, twinId, distinctSources(body.config)) };
      const { config } = given;
      const feedsFromDevice = config.source === 'connector' && config.identifier === '';
      await requireUnlocked(ctx.db, { twinId, feedsFromDevice });
      const sourceIds = sourceIdsOf(config);
      await buttons.check(ctx, twinId, given.visualisation);
      await checkTransformer(sandbox, given.transformer, ctx.actor.accountId);
      await requireSources(ctx, given.config);
      const entry = await withSourceUnit(ctx.db, given);
      await lockStatesOf(ctx.db, twinId);
      const count = (await countStates(ctx.db, [twinId])).get(twinId) ?? 0;
      if (count >= maxStatesPerTwin) fail('DTWINSTATE_TOO_MANY', { limit: maxStatesPerTwin });
      const position = await nextPosition(ctx.db, twinId);
      const row = { ...entry, twinId, source: entry.config.source, position };
      const [id] = await insertStates(ctx.db, [row]).catch((error: unknown) => {
        if (!violates(error, 'states_key')) throw error;
        const issues = [{ path: 'key', code: 'taken' as const, params: {} }];
        return fail('DTWINSTATE_DUPLICATE_KEY', { key: entry.key }, { issues });
      });
      if (id === undefined) return fail('INTERNAL_ERROR');
      // A new state has no dependents yet, so no loop is possible and `lockEdges` is not needed.
      await connectSources(ctx, id, entry.config);
      if (sourceIds.length > 0) publishLater(ctx, await values.recompute(ctx.db, [id], sourceIds));
      ctx.activity.objects.push({ noun: 'state', id });
      return readStateToWire(ctx, id);
    },

    async update(ctx: Ctx, place: StateOfTwin, body: z.output<typeof stateChange>): Promise<State> {
      if (body.config) await lockEdges(ctx.db);
      const before = await stateOf(ctx, place);
      await requireUnlocked(ctx.db, place);
      const { lowerBound, upperBound } = { ...before, ...body };
      if (lowerBound !== null && upperBound !== null && lowerBound >= upperBound) {
        fail('VALIDATION_ERROR', {}, { issues: [{ path: 'upperBound', code: 'invalid', params: {} }] });
      }
      const { transformer } = body;
      if (transformer !== undefined) await checkTransformer(sandbox, transformer, ctx.actor.accountId);
      // The gate has checked the sources in the call.
      const isOther = transformer !== undefined && transformer !== before.transformer;
      if (isOther && !body.config) await requireReadable(ctx, before.config);
      const config =
        body.config && (await sources.check(ctx, before.twinId, distinctSources(body.config), before.config));
      if (body.visualisation) await buttons.check(ctx, before.twinId, body.visualisation);
      if (config) await requireSources(ctx, config);
      const { unit } = await withSourceUnit(ctx.db, {
        unit: body.unit ?? before.unit,
        transformer: body.transformer ?? before.transformer,
        config: config ?? before.config,
      });
      await changeState(ctx.db, before.id, { ...body, unit, ...(config ? { config, source: config.source } : {}) });
      if (config) await connectSources(ctx, before.id, config);
      if (meaning.some((field) => body[field] !== undefined)) {
        publishLater(ctx, await values.recompute(ctx.db, [before.id], sourceIdsOf(config ?? before.config)));
      }
      return readStateToWire(ctx, before.id);
    },

    async order(ctx: Ctx, twinId: number, ids: number[]) {
      await lockStatesOf(ctx.db, twinId);
      const own = new Set((await readTwinStates(ctx.db, twinId)).map(({ id }) => id));
      if (ids.some((id) => !own.has(id))) fail('DTWIN_STATE_NOT_FOUND');
      return orderStates(ctx.db, twinId, ids);
    },

    async remove(ctx: Ctx, place: StateOfTwin): Promise<void> {
      const { id, twinId } = await stateOf(ctx, place);
      await requireUnlocked(ctx.db, place);
      await removeStates(ctx.db, twinId, [id]);
    },
  };
}
export type StateService = ReturnType<typeof createStateService>;
