import { sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { inTwin } from '../twins/index.ts';
import { stateEdges, states } from './state.table.ts';

/** The columns of states that other features may read and join. */
export const stateViewAs = <Name extends string>(name: Name) =>
  new QueryBuilder()
    .select({
      id: states.id,
      twinId: states.twinId,
      key: states.key,
      title: states.title,
      unit: states.unit,
      icon: states.icon,
      valueType: states.valueType,
      layout: states.layout,
      visualisation: states.visualisation,
      source: states.source,
      position: states.position,
      /** Connector, identifier and variable of the packets that feed a state; null for other sources. */
      connectorId: sql<number | null>`(${states.config} ->> 'connectorId')::bigint`.as(`${name}_connector`),
      identifier: sql<string | null>`${states.config} ->> 'identifier'`.as(`${name}_identifier`),
      variable: sql<string | null>`${states.config} ->> 'variable'`.as(`${name}_variable`),
    })
    .from(states)
    .as(name);

export const stateView = stateViewAs('state');

export const stateEdgeView = new QueryBuilder()
  .select({ stateId: stateEdges.stateId, sourceStateId: stateEdges.sourceStateId })
  .from(stateEdges)
  .as('state_edge');

export const scopedStates = inTwin(states, states);
