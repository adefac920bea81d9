import { ConnectorProblem, defineConnectorServer } from '@stellwerk/plugin/connector-server';
import { createInbox } from '@stellwerk/plugin/inbox';
import { encodeDownlink, topicLevelOf } from '@stellwerk/plugin/mqtt';
import { messageIn } from '@stellwerk/plugin/mqtt-message';
import { type Broker, openBroker, type Seat } from './broker.ts';
import { manifest } from './manifest.ts';

/** A connector that is to have a seat as soon as the broker opens. */
interface Expected {
  seat: Seat;
  fail(problem: ConnectorProblem): void;
}

export const server = defineConnectorServer(manifest, (host) => {
  /** Opened for the first connector: where there is none, no port is taken. */
  let opening: Promise<Broker> | undefined;
  let open: Broker | undefined;
  /** All connectors have been started once. A client of one that is still unknown would be refused for good. */
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

  const publish = async (topic: string, payload: Buffer) => (open ? open.publish(topic, payload) : 0);

  return {
    async start(ctx) {
      const { password } = ctx.secrets;
      if (!password) throw new ConnectorProblem('BRIDGE_SECRET_MISSING', { name: 'password' });
      const { id: connectorId } = ctx.connector;
      const seat = { connectorId, password, inbox: createInbox({ receive: ctx.receive, signal: ctx.signal }) };
      if (isComplete) await take(seat);
      else expected.set(connectorId, { seat, fail: ({ reason }) => ctx.setState('error', reason) });
      return {
        async stop() {
          expected.delete(connectorId);
          open?.leave(connectorId);
        },
        async sendDownlink(downlink) {
          const topic = `out/${connectorId}/${topicLevelOf(downlink.deviceId)}`;
          // Whether the device itself has it, only the device could say.
          if ((await publish(topic, encodeDownlink(downlink))) > 0) return 'sent';
          throw new ConnectorProblem('BRIDGE_NO_LISTENER', { topic });
        },
        /** Nothing is kept for those who are away, so it is no use to try again later. */
        async send(command) {
          const message = messageIn(command);
          const topic = `out/${connectorId}/${message.topic}`;
          const receivers = await publish(topic, message.payload);
          if (receivers === 0) throw new ConnectorProblem('BRIDGE_NO_LISTENER', { topic }, { isFinal: true });
          return { topic, receivers };
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
