import type { Deliver, Discard } from '../outbox/deliver.ts';
import type { FeatureContext } from './context.ts';
import { type Feature, type FeatureParts, serviceStages } from './define-feature.ts';
import type { ExtensionPoint, Port, PortValue } from './port.ts';
import { portOf, sortFeatures } from './sort-features.ts';

type ListName = 'routes' | 'guards' | 'topics' | 'jobs' | 'schedules' | 'jobListeners' | 'readyChecks';

/** Collects the parts of all features while they are created. */
export function createFeatureSet() {
  const parts: FeatureParts[] = [];
  const values = new Map<Port<unknown>, unknown>();
  const deliverers: Record<string, Deliver> = {};
  const discarders: Record<string, Discard> = {};
  let isComplete = false;
  const list = <N extends ListName>(name: N) =>
    parts.flatMap((part): NonNullable<FeatureParts[N]>[number][] => [...(part[name] ?? [])]);

  return {
    list,
    deliverers,
    discarders,
    services: () =>
      serviceStages.flatMap((stage) =>
        parts.flatMap(({ services = [] }) => services.filter((each) => each.stage === stage)),
      ),
    extensions<T>(point: ExtensionPoint<T>): T[] {
      if (!isComplete) throw new Error(`"${point.name}" was read before all features were created`);
      const added = parts.flatMap(({ extensions = [] }) => extensions.filter((each) => each.point === point));
      // The type of `add` ensures that the point's extensions hold values of this type only.
      return added.map(({ value }) => value as T);
    },
    /** Returns the value of a port after its feature has been created. */
    port<T>(port: Port<T>): T {
      if (!values.has(port)) throw new Error(`No feature provides the port "${port.name}"`);
      return values.get(port) as T;
    },
    /** Creates the features in dependency order. `given` values replace those that features provide; for tests. */
    async create(
      features: readonly Feature[],
      context: FeatureContext,
      given: readonly PortValue[] = [],
    ): Promise<void> {
      for (const { port, value } of features.flatMap(({ constants }) => constants)) values.set(port, value);
      const fixed = new Map(given.map(({ port, value }) => [port, value]));
      for (const [port, value] of fixed) values.set(port, value);
      for (const feature of sortFeatures(features, new Set(fixed.keys()))) {
        const needs = Object.entries(feature.needs).map(([name, need]) => [name, values.get(portOf(need))]);
        const { provides = {}, ...part } = await feature.create(context, Object.fromEntries(needs));
        for (const [name, port] of Object.entries(feature.provides)) {
          if (!fixed.has(port)) values.set(port, provides[name]);
        }
        Object.assign(deliverers, part.deliverers);
        Object.assign(discarders, part.discarders);
        parts.push(part);
      }
      isComplete = true;
    },
  };
}
export type FeatureSet = ReturnType<typeof createFeatureSet>;
