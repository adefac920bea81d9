import { createFlow } from '@stellwerk/contract/flow';
import { createFilter } from '@stellwerk/contract/flow-filter';
import { createTransformer } from '@stellwerk/contract/flow-transformer';
import { setStateValue } from '@stellwerk/contract/state';
import { expect, onTestFinished, vi } from 'vitest';
import { openHttpServer } from '../../../../test/connectors/http-server.ts';
import { makeConnector, type Rig, stateOf } from '../../../../test/connectors/rig.ts';
import type { TestState, TestUser } from '../../../../test/factories.ts';
import { systemClock } from '../../../platform/clock/clock.ts';
import { createLog } from '../../../platform/log/log.ts';
import { createOutbox } from '../../../platform/outbox/outbox.ts';

const log = createLog('silent');
export const waits = { timeout: 20_000, interval: 30 };

/** An outbox that retries quickly, for one test. */
export async function runOutbox({ server }: Rig) {
  const process = createOutbox({
    ...{ database: server.database, deliverers: server.deliverers, log, clock: systemClock },
    ...{ backoff: { firstMs: 50, maxMs: 200 }, pollMs: 300 },
  });
  await process.start();
  onTestFinished(() => process.stop());
  return process;
}

/** A running web server, and a connector that sends to it. */
export async function openPeer({ server }: Rig, user: TestUser) {
  const peer = await openHttpServer();
  onTestFinished(peer.close);
  // On a busy machine, events must not be sent again that have already arrived.
  const options = { url: `http://127.0.0.1:${peer.port}/in`, timeoutMs: 20_000 };
  const made = await makeConnector(server, { type: 'webhook-outgoing', options }, user);
  await vi.waitFor(async () => expect((await stateOf(server, made)).state).toBe('connected'), waits);
  return { ...peer, connectorId: made.id, bodies: () => peer.received.map(({ body }) => JSON.parse(body)) };
}

export async function makeFilter({ server }: Rig, user: TestUser, value = 'level') {
  const conditions = [{ attribute: 'state_identifier' as const, operator: 'equals' as const, value }];
  const fields = { name: `filter ${crypto.randomUUID()}`, type: 'standard' as const, conditions };
  const { body } = await server.call(createFilter, { body: { ...fields, tenantId: user.account.id } }, { as: user });
  return body.data.id;
}

export async function makeTransformer(
  { server }: Rig,
  user: TestUser,
  script = '{ "k": meta.state_identifier, "v": value }',
) {
  const ends = { inputType: 'generic' as const, outputType: 'application/json' as const };
  const fields = { name: `transformer ${crypto.randomUUID()}`, type: 'jsonata' as const, ...ends, script };
  const { body } = await server.call(
    createTransformer,
    { body: { ...fields, tenantId: user.account.id } },
    { as: user },
  );
  return body.data.id;
}

interface FlowParts {
  filterId?: number;
  transformerId: number;
  connectorIds: readonly number[];
  trigger?: 'before' | 'after' | 'alarm';
}

export const stepsOf = ({ filterId, transformerId, connectorIds }: FlowParts) => [
  ...(filterId === undefined ? [] : [{ type: 'filter' as const, filterId }]),
  { type: 'transformation' as const, transformerId },
  { type: 'connector' as const, targets: connectorIds.map((connectorId) => ({ connectorId })) },
];

export async function makeFlow({ server }: Rig, user: TestUser, parts: FlowParts) {
  const { trigger = 'after' } = parts;
  const fields = { name: `flow ${crypto.randomUUID()}`, trigger, steps: stepsOf(parts), tenantId: user.account.id };
  const { status, body } = await server.call(createFlow, { body: fields }, { as: user });
  expect(body, JSON.stringify(body)).toHaveProperty('data');
  expect(status).toBe(201);
  return body.data;
}

export async function setValue({ server }: Rig, user: TestUser, state: TestState, value: number) {
  const params = { id: state.twin.id, stateId: state.id };
  const { status } = await server.call(setStateValue, { params, body: { value } }, { as: user });
  expect(status).toBe(200);
}
