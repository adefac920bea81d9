import type { Feature } from './define-feature.ts';
import type { OptionalPort, Port } from './port.ts';

export const portOf = (need: Port<unknown> | OptionalPort<unknown>): Port<unknown> =>
  'port' in need ? need.port : need;

/** Maps each port to the feature that provides it; throws if two features provide the same port. */
function providersOf(features: readonly Feature[]): Map<Port<unknown>, Feature> {
  const providers = new Map<Port<unknown>, Feature>();
  for (const feature of features) {
    const ports = [...Object.values(feature.provides), ...feature.constants.map(({ port }) => port)];
    for (const port of ports) {
      const other = providers.get(port);
      if (other) throw new Error(`${other.name} and ${feature.name} both provide the port "${port.name}"`);
      providers.set(port, feature);
    }
  }
  return providers;
}

/** Sorts features after the providers of their ports. Throws if a provider is missing, or features form a cycle. */
export function sortFeatures(features: readonly Feature[], given: ReadonlySet<Port<unknown>>): Feature[] {
  const providers = providersOf(features);
  const sorted: Feature[] = [];
  const open: Feature[] = [];

  function visit(feature: Feature): void {
    if (sorted.includes(feature)) return;
    if (open.includes(feature)) {
      const circle = [...open.slice(open.indexOf(feature)), feature].map(({ name }) => name);
      throw new Error(`Features need each other in a circle: ${circle.join(' → ')}`);
    }
    open.push(feature);
    for (const need of Object.values(feature.needs)) {
      const port = portOf(need);
      const isConstant = (provider: Feature) => provider.constants.some((each) => each.port === port);
      const provider = providers.get(port);
      if (provider && !isConstant(provider)) visit(provider);
      if (!provider && !given.has(port) && need === port) {
        throw new Error(`${feature.name} needs the port "${port.name}", which no feature provides`);
      }
    }
    open.pop();
    sorted.push(feature);
  }

  for (const feature of features) visit(feature);
  return sorted;
}
