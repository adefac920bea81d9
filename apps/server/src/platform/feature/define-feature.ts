import type { ReadyCheck } from '../health/readiness.ts';
import type { HandledRoute } from '../http/handle.ts';
import type { NounGuard } from '../http/nouns.ts';
import type { JobKind, Schedule } from '../jobs/define-job.ts';
import type { JobChange } from '../jobs/job.store.ts';
import type { TopicKind } from '../live/define-topic.ts';
import type { Deliver, Discard } from '../outbox/deliver.ts';
import type { FeatureContext } from './context.ts';
import type { Extension, OptionalPort, Port, PortValue } from './port.ts';

/** Services start in this order and stop in reverse: the pipeline must run before sources deliver data. */
export const serviceStages = ['pipeline', 'sources'] as const;

export interface Service {
  name: string;
  stage: (typeof serviceStages)[number];
  start(): void | Promise<void>;
  stop(): Promise<void>;
}

type Need = Port<unknown> | OptionalPort<unknown>;
type Needs = Readonly<Record<string, Need>>;
type Provides = Readonly<Record<string, Port<unknown>>>;

type ValueOf<P> = P extends OptionalPort<infer T> ? T | undefined : P extends Port<infer T> ? T : never;
type ValuesOf<P> = { [K in keyof P]: ValueOf<P[K]> };

export interface FeatureParts {
  routes?: readonly HandledRoute[];
  guards?: readonly NounGuard[];
  topics?: readonly TopicKind[];
  jobs?: readonly JobKind[];
  schedules?: readonly Schedule[];
  /** Called after the commit of every change of every job, including changes by other processes. */
  jobListeners?: readonly ((change: JobChange) => void)[];
  deliverers?: Readonly<Record<string, Deliver>>;
  /** Discarders by kind of outbox entry, for features that keep records of their deliveries. */
  discarders?: Readonly<Record<string, Discard>>;
  readyChecks?: readonly ReadyCheck[];
  services?: readonly Service[];
  extensions?: readonly Extension[];
}

export interface Feature {
  readonly is: 'feature';
  readonly name: string;
  readonly needs: Readonly<Record<string, Port<unknown> | OptionalPort<unknown>>>;
  readonly provides: Readonly<Record<string, Port<unknown>>>;
  /** Ports whose values exist before the feature is created. */
  readonly constants: readonly PortValue[];
  create(
    context: FeatureContext,
    needs: Record<string, unknown>,
  ): Promise<FeatureParts & { provides?: Record<string, unknown> }>;
}

interface FeatureOptions<N extends Needs, P extends Provides> {
  name: string;
  needs?: N;
  provides?: P;
  constants?: readonly PortValue[];
  create?(
    context: FeatureContext,
    needs: ValuesOf<N>,
  ): MaybePromise<FeatureParts & (keyof P extends never ? unknown : { provides: ValuesOf<P> })>;
}

type MaybePromise<T> = T | Promise<T>;

/** Declares a feature in `features/<name>/feature.ts`; the server discovers it automatically. */
export function defineFeature<
  const N extends Needs = Record<never, never>,
  const P extends Provides = Record<never, never>,
>(options: FeatureOptions<N, P>): Feature {
  const { name, needs = {}, provides = {}, constants = [], create = () => ({}) } = options;
  // The feature set passes the values of exactly these ports, but the compiler cannot infer that.
  return { is: 'feature', name, needs, provides, constants, create: create as unknown as Feature['create'] };
}

export const isFeature = (value: unknown): value is Feature =>
  typeof value === 'object' && value !== null && 'is' in value && value.is === 'feature';
