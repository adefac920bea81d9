import {
  type CommandRefusal,
  ConnectorProblem,
  defineConnectorServer,
  type JsonValue,
} from '@stellwerk/plugin/connector-server';
import { createInbox } from '@stellwerk/plugin/inbox';
import { encodeDownlink, topicLevelOf } from '@stellwerk/plugin/mqtt';
import { messageIn } from '@stellwerk/plugin/mqtt-message';
import { type Broker, openBroker, type RefusedSignIn, type Seat } from './broker.ts';
import { manifest } from './manifest.ts';

/** A connector that gets its seat when the broker opens. */
interface Expected {
  seat: Seat;
  fail(problem: ConnectorProblem): void;
}

const refusedSignIns: Record<RefusedSignIn['why'], string> = {
  password: 'BRIDGE_SIGN_IN_PASSWORD',
  connections: 'BRIDGE_SIGN_IN_CONNECTIONS',
  clientId: 'BRIDGE_SIGN_IN_CLIENT_ID',
};

/** The broker keeps no messages for later subscribers. */
const refusalOf = (command: JsonValue): CommandRefusal | undefined =>
  typeof command === 'object' && command !== null && 'retain' in command && command.retain === true
    ? 'BRIDGE_NO_RETAIN'
    : undefined;

export const server = defineConnectorServer(manifest, (host) => {
  /** Opened for the first connector, so that the port is only used if needed. */
  let opening: Promise<Broker> | undefined;
  let open: Broker | undefined;
  /** All connectors were started once. Before that, clients of unknown connectors would be refused for good. */
  let isComplete = false;
  const expected = new Map<number, Expected>();

  async function openFor(seats: readonly Seat[]): Promise<Broker> {
    try {
      open = await openBroker({ host, seats });
      return open;
    } catch (error) {
      opening = undefined;
      throw error;
    }
  }

  async function take(seat: Seat): Promise<void> {
    if (opening) return (await opening).seat(seat);
    opening = openFor([seat]);
    await opening;
  }

  const publish: Broker['publish'] = async (message) => (open ? open.publish(message) : 0);

  return {
    async start(ctx) {
      const { password } = ctx.secrets;
      if (!password) throw new ConnectorProblem('BRIDGE_SECRET_MISSING', { name: 'password' });
      const { id: connectorId, accountId } = ctx.connector;
      const seat: Seat = {
        connectorId,
        accountId,
        password,
        inbox: createInbox({ receive: ctx.receive, signal: ctx.signal }),
        onRefusedSignIn: ({ why, address }) => ctx.noteRefusedSignIn(refusedSignIns[why], address),
        onClientCount: ctx.setClientCount,
      };
      ctx.setClientCount(0);
      if (isComplete) await take(seat);
      else expected.set(connectorId, { seat, fail: ({ reason }) => ctx.setState('error', reason) });
      return {
        async stop() {
          expected.delete(connectorId);
          open?.leave(connectorId);
        },
        async sendDownlink(downlink) {
          const topic = `out/${connectorId}/${topicLevelOf(downlink.deviceId)}`;
          // MQTT does not report whether the device received it.
          if ((await publish({ topic, payload: encodeDownlink(downlink), qos: 1 })) > 0) return 'sent';
          throw new ConnectorProblem('BRIDGE_NO_LISTENER', { topic });
        },
        /** Nothing is queued for disconnected clients, so a retry is useless. */
        async send(command) {
          const refusal = refusalOf(command);
          if (refusal) throw new ConnectorProblem(refusal, {}, { isFinal: true });
          const { topic: below, payload, qos = 1 } = messageIn(command);
          const topic = `out/${connectorId}/${below}`;
          const receivers = await publish({ topic, payload, qos });
          if (receivers === 0) throw new ConnectorProblem('BRIDGE_NO_LISTENER', { topic }, { isFinal: true });
          return { topic, qos, receivers };
        },
      };
    },

    async open() {
      isComplete = true;
      const all = [...expected.values()];
      expected.clear();
      if (all.length === 0) return;
      opening = openFor(all.map(({ seat }) => seat));
      await opening.catch((problem: ConnectorProblem) => {
        for (const { fail } of all) fail(problem);
      });
    },

    refusalOf,

    endpoints({ id }) {
      const { hostname } = new URL(host.publicUrl);
      const securePort = host.portOf('mqtts');
      return [
        { name: 'url', value: `mqtt://${hostname}:${host.portOf('mqtt')}` },
        ...(securePort === undefined ? [] : [{ name: 'secureUrl', value: `mqtts://${hostname}:${securePort}` }]),
        { name: 'username', value: String(id) },
        { name: 'publishTopic', value: `in/${id}` },
        { name: 'subscribeTopic', value: `out/${id}/#` },
      ];
    },

    async close() {
      await open?.close();
      open = undefined;
      opening = undefined;
      isComplete = false;
    },
  };
});
