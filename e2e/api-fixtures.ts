import { randomBytes } from 'node:crypto';
import { expect, onTestFinished } from 'vitest';
import { connect } from '../apps/server/src/platform/db/db.ts';
import type { HistoryPoint, JsonValue } from '../apps/server/src/platform/history/history.ts';
import { createPostgresHistory } from '../apps/server/src/platform/history/postgres-history.ts';
import type { Visit } from './browser.ts';
import { program } from './program.ts';

/** Through the API with the session of the page. */
export async function send<T>(visit: Visit, method: 'GET' | 'POST' | 'PUT', path: string, data?: object): Promise<T> {
  const answer = await visit.context.request.fetch(`${visit.baseUrl}/api/v1${path}`, {
    method,
    headers: { origin: visit.baseUrl },
    ...(data ? { data } : {}),
  });
  const body = await answer.json();
  expect([path, body.code, body.issues]).toEqual([path, undefined, undefined]);
  return body.data;
}

interface Measured {
  title: string;
  key: string;
  unit: string;
  valueType?: 'number' | 'boolean';
  /** The value at a time; null for no measurement. */
  valueAt: (atMs: number) => JsonValue;
}

/** Writes a history of values up to now for the states of one twin, straight into the database. */
export async function writeHistory(
  visit: Visit,
  twinId: number,
  states: readonly Measured[],
  { days, everyMs, untilMs = Date.now() }: { days: number; everyMs: number; untilMs?: number },
): Promise<void> {
  const database = connect({ url: program().databaseUrl, maxConnections: 2 });
  onTestFinished(() => database.close());
  const history = createPostgresHistory({ pool: database.pool });
  for (const { valueAt, ...state } of states) {
    const made = await send<{ id: number }>(visit, 'POST', `/digitaltwin/states/dtwin/${twinId}/state/`, {
      config: { source: 'none' },
      ...state,
    });
    const count = Math.floor((days * 86_400_000) / everyMs);
    const points = Array.from({ length: count }, (_, index): HistoryPoint[] => {
      const at = untilMs - (count - index) * everyMs;
      const value = valueAt(at);
      return value === null ? [] : [{ series: made.id, at, shard: 0, seq: index + 1, value, source: 'live' }];
    }).flat();
    await history.write(database.db, points);
    const last = points.at(-1);
    if (!last) continue;
    await send(visit, 'PUT', `/digitaltwin/states/dtwin/${twinId}/state/${made.id}/value`, {
      value: last.value,
      timestamp: new Date(last.at + 1).toISOString(),
    });
  }
}

export const makeTwin = (visit: Visit, title: string, parentId?: number) =>
  send<{ id: number }>(visit, 'POST', '/digitaltwin', {
    title,
    ...(parentId === undefined ? { tenantId: 1 } : { parentId }),
  });

export interface NewWidget {
  title: string;
  type: string;
  size?: number;
  minHeightPx?: number;
  options: object;
}

/** Creates a dashboard with these widgets, over the last days. */
export async function makeDashboard(visit: Visit, widgets: readonly NewWidget[], days = 7): Promise<number> {
  const { id } = await send<{ id: number }>(visit, 'POST', '/dashboards', {
    name: `Dashboard ${randomBytes(4).toString('hex')}`,
    tenantId: 1,
    defaultDateRange: { type: 'relative', amount: days, unit: 'd', end: 'now' },
    widgets,
  });
  return id;
}
