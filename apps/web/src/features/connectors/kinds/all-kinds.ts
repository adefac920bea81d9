import type { ConnectorKind } from '@stellwerk/contract/connector';
import type { ConnectorWeb } from '@stellwerk/plugin/connector-web';

const found = import.meta.glob<ConnectorWeb>('../../../../../../plugins/connectors/*/web.tsx', {
  eager: true,
  import: 'web',
});

/** `…/plugins/connectors/mqtt-broker/web.tsx` is the web half of `mqtt-broker`. */
const typeOf = (file: string) => file.split('/').at(-2) ?? '';

/** By type; a kind of the server that is missing here is shown by what the server says about it. */
export const connectorWebs: ReadonlyMap<string, ConnectorWeb> = new Map(
  Object.entries(found).map(([file, web]) => [typeOf(file), web]),
);

/** A message in the form that connectors of a type send; undefined if they send nothing. */
export const sampleMessageOf = (type: string, email = '') => connectorWebs.get(type)?.testMessage?.({ email });

/** Where the texts of a kind stand. */
export const namespaceOf = (type: string) => `connector-${type}`;

/** In the order in which they are offered; kinds without a web half come last. */
export function sortedKinds(kinds: readonly ConnectorKind[]): ConnectorKind[] {
  const place = ({ type }: ConnectorKind) => connectorWebs.get(type)?.order ?? Number.MAX_SAFE_INTEGER;
  return kinds.toSorted((left, right) => place(left) - place(right) || left.type.localeCompare(right.type));
}
