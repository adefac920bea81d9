import { ConnectorProblem, defineConnectorServer } from '@stellwerk/plugin/connector-server';
import { createInbox } from '@stellwerk/plugin/inbox';
import { encodeDownlink, topicLevelOf } from '@stellwerk/plugin/mqtt';
import { messageIn } from '@stellwerk/plugin/mqtt-message';
import { type Broker, openBroker } from './broker.ts';
import { manifest } from './manifest.ts';

export const server = defineConnectorServer(manifest, (host) => {
  /** Opened by the first connector: where there is none, no port is taken. */
  let opening: Promise<Broker> | undefined;
  let open: Broker | undefined;

  async function broker(): Promise<Broker> {
    const { log, mqttPort: port, mqttsPort, tls } = host;
    opening ??= openBroker({
      log,
      host: host.host,
      port,
      tls: tls && mqttsPort !== undefined ? { port: mqttsPort, ...tls } : undefined,
    });
    try {
      open = await opening;
      return open;
    } catch (error) {
      opening = undefined;
      const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
      throw new ConnectorProblem('BRIDGE_CONNECTION_FAILED', { reason: `${host.host}:${port} ${code}` });
    }
  }

  return {
    async start(ctx) {
      const { password } = ctx.secrets;
      if (!password) throw new ConnectorProblem('BRIDGE_SECRET_MISSING', { name: 'password' });
      const { id: connectorId } = ctx.connector;
      const ours = await broker();
      ours.seat({ connectorId, password, inbox: createInbox({ receive: ctx.receive, signal: ctx.signal }) });
      return {
        async stop() {
          ours.leave(connectorId);
        },
        async sendDownlink(downlink) {
          const topic = `out/${connectorId}/${topicLevelOf(downlink.deviceId)}`;
          // Whether the device itself has it, only the device could say.
          if ((await ours.publish(topic, encodeDownlink(downlink))) > 0) return 'sent';
          throw new ConnectorProblem('BRIDGE_NO_LISTENER', { topic });
        },
        /** Nothing is kept for those who are away, so it is no use to try again later. */
        async send(command) {
          const message = messageIn(command);
          const topic = `out/${connectorId}/${message.topic}`;
          const receivers = await ours.publish(topic, message.payload);
          if (receivers === 0) throw new ConnectorProblem('BRIDGE_NO_LISTENER', { topic }, { isFinal: true });
          return { topic, receivers };
        },
      };
    },

    endpoints({ id }) {
      const { hostname } = new URL(host.publicUrl);
      const securePort = open?.securePort ?? host.mqttsPort;
      return [
        { name: 'url', value: `mqtt://${hostname}:${open?.port ?? host.mqttPort}` },
        ...(host.tls && securePort !== undefined
          ? [{ name: 'secureUrl', value: `mqtts://${hostname}:${securePort}` }]
          : []),
        { name: 'username', value: String(id) },
        { name: 'publishTopic', value: `in/${id}` },
        { name: 'subscribeTopic', value: `out/${id}/#` },
      ];
    },

    async close() {
      await open?.close();
      open = undefined;
      opening = undefined;
    },
  };
});
