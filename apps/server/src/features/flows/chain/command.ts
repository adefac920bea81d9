import type { FlowEvent } from '@stellwerk/contract/flow-event';
import type { JsonValue } from '@stellwerk/plugin/connector-server';
import { fillTopic, fillUrl, fillValue, type Lookup } from '@stellwerk/plugin/placeholder';
import type { Ended, Target } from './chain.ts';

type Ready = Extract<Ended, { is: 'ready' }>;

/** The usual commands of kinds of connectors, for flows that define none. */
const usual: Record<string, Record<string, JsonValue>> = {
  'webhook-outgoing': { method: 'POST', headers: ['Content-Type: {{contentType}}'], body: '{{payload}}' },
  'mqtt-outgoing': { topic: 'stellwerk/{{meta.dtwin_id}}/{{meta.state_identifier}}', payload: '{{payload}}' },
  'mqtt-broker': { topic: 'flows/{{meta.dtwin_id}}/{{meta.state_identifier}}', payload: '{{payload}}' },
};
const plain = { payload: '{{payload}}' };

export const templateOf = ({ message }: Pick<Target, 'message'>, type: string): Record<string, JsonValue> =>
  Object.keys(message).length > 0 ? message : (usual[type] ?? plain);

/** A member of nested objects by its path. */
function memberOf(value: JsonValue, path: readonly string[]): JsonValue | undefined {
  let found: JsonValue | undefined = value;
  for (const name of path) {
    if (typeof found !== 'object' || found === null || Array.isArray(found) || !Object.hasOwn(found, name))
      return undefined;
    found = found[name];
  }
  return found;
}

/** `{{payload}}` is the message, `{{meta.…}}` and `{{value}}` belong to the event behind it. */
const lookupIn =
  (event: FlowEvent, ready: Ready): Lookup =>
  (name) => {
    if (name === 'payload') return ready.text;
    if (name === 'contentType') return ready.type;
    return memberOf({ meta: event.meta, value: event.value }, name.split('.'));
  };

/** A value can't change the levels of a topic or the path of an address. */
const fillers: Record<string, (text: string, lookup: Lookup) => JsonValue> = { topic: fillTopic, path: fillUrl };

/** The command of a connector, filled from a message. */
export function commandOf(template: Record<string, JsonValue>, event: FlowEvent, ready: Ready): JsonValue {
  const lookup = lookupIn(event, ready);
  const fields = Object.entries(template).map(([name, value]) => {
    const fill = fillers[name];
    return [name, fill && typeof value === 'string' ? fill(value, lookup) : fillValue(value, lookup)];
  });
  return Object.fromEntries(fields);
}
