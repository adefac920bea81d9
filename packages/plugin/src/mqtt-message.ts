import { z } from 'zod';
import { ConnectorProblem } from './connector-server.ts';
import type { JsonValue } from './json.ts';
import { maxPacketBytes } from './mqtt.ts';

const message = z.object({
  /** MQTT 3.1.1, 4.7: a topic to publish to contains no wildcard. */
  topic: z
    .string()
    .min(1)
    .max(65_535)
    .refine((topic) => !/[+#\0]/.test(topic) && Buffer.byteLength(topic) <= 65_535),
  /** Texts are sent unchanged, other values as JSON. */
  payload: z.json().default(''),
  qos: z.literal([0, 1, 2]).optional(),
  retain: z.boolean().default(false),
});

export interface OutgoingMessage {
  topic: string;
  payload: Buffer;
  qos: 0 | 1 | 2 | undefined;
  retain: boolean;
}

/** Parses a command that publishes a message. */
export function messageIn(command: JsonValue): OutgoingMessage {
  const parsed = message.safeParse(command);
  if (!parsed.success) {
    const field = String(parsed.error.issues[0]?.path[0] ?? 'command');
    throw new ConnectorProblem('BRIDGE_COMMAND_INVALID', { field }, { isFinal: true });
  }
  const { topic, payload, qos, retain } = parsed.data;
  const content = Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload));
  if (content.length > maxPacketBytes) {
    throw new ConnectorProblem('BRIDGE_COMMAND_INVALID', { field: 'payload' }, { isFinal: true });
  }
  return { topic, payload: content, qos, retain };
}
