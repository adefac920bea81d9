import type { JsonValue } from '@stellwerk/plugin/json';
import { topicLevelOf } from '@stellwerk/plugin/mqtt';
import type { Db } from '../../../platform/db/db.ts';
import { fail } from '../../../platform/errors/app-error.ts';
import { type FoundConnector, hasForeignDevice } from './command.store.ts';

/** Type of connectors that publish commands on the same topics as the downlinks of their devices. */
const brokerType = 'mqtt-broker';

interface Use {
  connector: FoundConnector;
  accountPath: string;
}

/** True for a connector of an account above, which devices of other accounts use as well. */
export const isShared = ({ connector, accountPath }: Use): boolean => connector.accountPath !== accountPath;

const isObject = (value: unknown): value is Record<string, JsonValue> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const topicOf = (command: unknown) =>
  isObject(command) && typeof command.topic === 'string' ? command.topic : undefined;

/** The inverse of `topicLevelOf`. */
const deviceOf = (level: string) => level.replace(/%(2B|23|2F|25|00)/g, decodeURIComponent);

/**
 * Throws if a command to a broker of an account above would reach a device of an account that is neither the rule's nor
 * below it. The topic of a device is one level. When a rule is saved, placeholders are not filled yet.
 */
export async function checkTopic(db: Db, use: Use, command: unknown): Promise<void> {
  const topic = topicOf(command);
  if (topic === undefined || use.connector.type !== brokerType || !isShared(use)) return;
  const [level = ''] = topic.split('/');
  const device = deviceOf(level);
  if (topicLevelOf(device) !== level) return;
  const isForeign = await hasForeignDevice(db, { connectorId: use.connector.id, externalId: device, ...use });
  if (isForeign) fail('RULE_COMMAND_TOPIC', { topic });
}

/**
 * Accounts below may send through a connector of an account above, with its credentials. What its peer answers and how
 * many clients it has are confidential: any path of the peer could be read otherwise.
 */
export function withoutConfidential(answer: JsonValue): JsonValue {
  if (!isObject(answer)) return answer;
  const { receivers: _, body: __, ...rest } = answer;
  return rest;
}
