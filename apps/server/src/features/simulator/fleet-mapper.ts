import { isErrorCode } from '@stellwerk/contract/errors';
import type { Fleet } from '@stellwerk/contract/fleet';
import type { Language } from '@stellwerk/contract/text';
import type { Reason } from '@stellwerk/plugin/connector-server';
import { renderError } from '../../platform/errors/render.ts';
import type { Actor } from '../../platform/http/ctx.ts';
import { may } from '../../platform/tenancy/may.ts';
import type { FoundFleet } from './fleet.store.ts';
import { groupIdOf } from './fleet-devices.ts';
import type { SimulatorRunner } from './runner.ts';

interface Reader {
  runner: Pick<SimulatorRunner, 'figures'>;
  actor: Pick<Actor, 'grants'>;
  language: Language;
}

const openStates = new Set(['created', 'inprogress', 'postprocessing']);
const isAtWork = ({ jobState }: FoundFleet) => openStates.has(jobState ?? '');

function render({ code, params }: Reason, language: Language): NonNullable<Fleet['problem']> {
  const known = isErrorCode(code) ? code : 'INTERNAL_ERROR';
  return { code: known, message: renderError({ code: known, params, issues: [] }, language, '').message };
}

/** Problems that are known before a message fails. */
function problemOf(row: FoundFleet, sending: Reason | null): Reason | null {
  // A fleet whose creation or removal stopped early stays until a user deletes it. Its job may have been deleted.
  if (row.state !== 'ready') return isAtWork(row) ? null : { code: 'FLEET_INCOMPLETE', params: {} };
  if (!row.isRunning) return null;
  if (row.isConnectorActive === false) return { code: 'FLEET_CONNECTOR_DISABLED', params: {} };
  return row.connectorId === null ? { code: 'BRIDGE_NOT_FOUND', params: {} } : sending;
}

const progressOf = (row: FoundFleet): Fleet['progress'] =>
  isAtWork(row) ? { done: row.jobDone ?? 0, total: row.jobTotal ?? row.deviceCount } : null;

export function toWire(row: FoundFleet, { runner, actor, language }: Reader): Fleet {
  const { sent, refused, problem } = runner.figures(groupIdOf(row.id));
  const shown = problemOf(row, problem);
  const mayManage = may(actor, 'VirtualDevice.manage', row.scopePath);
  return {
    id: row.id,
    tenantId: row.accountId,
    tenantName: row.accountName,
    name: row.name,
    profile: row.profile,
    connector:
      row.connectorId === null || row.connectorName === null ? null : { id: row.connectorId, title: row.connectorName },
    dtwinId: row.state === 'ready' ? row.twinId : null,
    deviceCount: row.deviceCount,
    intervalSeconds: row.intervalSeconds,
    faults: row.faults,
    state: row.state,
    jobId: row.jobId,
    progress: progressOf(row),
    isRunning: row.isRunning,
    sent,
    refused,
    problem: shown && render(shown, language),
    revision: row.revision,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    abilities: { update: mayManage && row.state !== 'removing', delete: mayManage },
  };
}
