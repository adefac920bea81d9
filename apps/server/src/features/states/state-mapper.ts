import { isErrorCode } from '@stellwerk/contract/errors';
import { readsStates, type State } from '@stellwerk/contract/state';
import type { SourceConfig } from '@stellwerk/contract/state-source';
import type { Language } from '@stellwerk/contract/text';
import { statuses } from '@stellwerk/contract/twin';
import { renderError } from '../../platform/errors/render.ts';
import type { JsonValue } from '../../platform/history/history.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { may } from '../../platform/tenancy/may.ts';
import type { DescribedState, StateWithValue } from './state.store.ts';

type CurrentRow = Pick<StateWithValue, 'value' | 'measuredAt' | 'receivedAt' | 'origin' | 'status'>;

/** JSON columns only hold values that were parsed or validated before, which the type of the column can't express. */
export const jsonOf = (value: unknown) => (value ?? null) as JsonValue;

export const currentValueOf = ({ value, measuredAt, receivedAt, origin, status }: CurrentRow) => ({
  value: jsonOf(value),
  timestamp: measuredAt?.toISOString() ?? null,
  receivedAt: receivedAt?.toISOString() ?? null,
  origin,
  status: statuses[status] ?? 'unknown',
});

export function problemOf(code: string, params: Record<string, string | number>, language: Language) {
  // A code written by a newer or older version must not cause a failure.
  const known = isErrorCode(code) ? code : 'INTERNAL_ERROR';
  return { code: known, message: renderError({ code: known, params, issues: [] }, language, '').message };
}

export function sourceIdsOf(config: SourceConfig): number[] {
  switch (config.source) {
    case 'aggregate':
    case 'virtual-device-aggregate':
      return config.stateIds;
    case 'timeseries-aggregate':
      return [config.timeseries.stateId];
    default:
      return [];
  }
}

export const maySeeState = (actor: Actor, scopePath: string) => may(actor, readsStates, scopePath);

/** Returns only the id of states hidden from the caller, which the caller's own configuration contains anyway. */
export function toSource(state: DescribedState, actor: Actor): State['sources'][number] {
  const { stateId, key, title, unit, twinId, twinTitle } = state;
  return maySeeState(actor, state.scopePath)
    ? { stateId, key, title, unit, dtwinId: twinId, dtwinTitle: twinTitle }
    : { stateId, key: null, title: null, unit: null, dtwinId: null, dtwinTitle: null };
}

export function toWire(row: StateWithValue, language: Language, sources: State['sources'] = []): State {
  const { id, twinId, key, position, source, title, unit, icon, valueType, lowerBound, upperBound } = row;
  const { transformer, layout, visualisation, geoLink, validSeconds, config, problemCode, problemParams } = row;
  return {
    id,
    dtwinId: twinId,
    key,
    position,
    source,
    title,
    unit,
    icon,
    valueType,
    lowerBound,
    upperBound,
    transformer,
    layout,
    visualisation,
    geoLink,
    validSeconds,
    config,
    ...currentValueOf(row),
    problem: problemCode === null ? null : problemOf(problemCode, problemParams ?? {}, language),
    sources,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
