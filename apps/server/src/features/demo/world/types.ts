import type { createDashboard } from '@stellwerk/contract/dashboard';
import type { ConditionNode, ExecutionWindow, GeofenceMode, MetricOperation } from '@stellwerk/contract/rule';
import type { TimeseriesOptions } from '@stellwerk/contract/state-source';
import type { TwinType } from '@stellwerk/contract/twin';
import type { Signal } from '@stellwerk/plugin/profile';
import type { Faults } from '@stellwerk/simulator/sender';
import type { z } from 'zod';

/** How the demo world is written down. Places are metres east and north of the town's centre. */
export type Meters = readonly [east: number, north: number];

/** One description for many: `{n}` in titles is the number, `{name}` the name. */
export interface Repeat {
  count?: number;
  names?: readonly string[];
  /** They stand at equal distances on this line; without it round the place of what they belong to. */
  along?: readonly Meters[];
}

export interface WorldState {
  key: string;
  title: string;
  unit?: string;
  icon?: string;
  decimals?: number;
  valueType?: 'number' | 'boolean' | 'string';
  component?: 'odometer' | 'doughnut' | 'battery' | 'gauge' | 'lineChart';
  minimum?: number;
  maximum?: number;
  thresholds?: readonly number[];
  direction?: 'ascending' | 'descending';
  /** The key of the states that it is computed from: of all devices below, of the twins right below, or of its own. */
  from: string;
  of: 'devices' | 'twins' | 'self';
  /** Only of devices of these makes. */
  profiles?: readonly string[];
  /** Body of a function of `value`, the list of the values; without it their mean. */
  script?: string;
  /** Computed over time instead; `of` is then `self`. */
  window?: Partial<Omit<TimeseriesOptions, 'stateId'>> & Pick<TimeseriesOptions, 'operation'>;
}

export interface WorldRule {
  title: string;
  description?: string;
  /** By alias. */
  metrics?: Readonly<Record<string, { state: string; operation?: MetricOperation; minutes?: number }>>;
  when?: ConditionNode;
  windows?: readonly Omit<ExecutionWindow, 'zone'>[];
  /** About where the twin is; `zone` is the key of a twin with an area. */
  geofence?: { zone: string; mode: GeofenceMode };
  alarm: {
    severity: 'warning' | 'error';
    category?: 'unknown' | 'battery' | 'connectivity' | 'device';
    message: string;
    resolvesItself?: boolean;
  };
}

export interface WorldDevice {
  /** A folder of `plugins/profiles`. */
  profile: string;
  connector?: 'lorawan' | 'mqtt';
  title: string;
  icon?: string;
  tags?: readonly string[];
  at?: Meters;
  repeat?: Repeat;
  intervalSeconds?: number;
  signals?: Readonly<Record<string, Signal>>;
  /** Of a vehicle: the way that it goes round, from its yard and back. */
  route?: { points: readonly Meters[]; speedKmh: number; fromHour?: number; nights?: number; nightsAgo?: number[] };
  faults?: Partial<Faults>;
  /** Has sent nothing for so many days. */
  silentDays?: number;
  rules?: readonly WorldRule[];
  /** What is different about some of them, by their number. */
  except?: Readonly<Record<number, Pick<WorldDevice, 'signals' | 'silentDays' | 'faults'>>>;
}

export interface WorldTwin {
  /** Below its parent; dashboards and zones name it by all keys from the top, with dots between. */
  key: string;
  title: string;
  type?: TwinType;
  icon?: string;
  description?: string;
  tags?: readonly string[];
  address?: string;
  at?: Meters;
  area?: readonly Meters[];
  floorNumber?: number;
  keyValue?: Readonly<Record<string, string>>;
  repeat?: Repeat;
  states?: readonly WorldState[];
  rules?: readonly WorldRule[];
  devices?: readonly WorldDevice[];
  twins?: readonly WorldTwin[];
  /** Everybody who has the link can see it. */
  isShared?: boolean;
  /** Of twins that are repeated: what is different about the devices of some of them, by their number. */
  except?: NonNullable<WorldDevice['except']>;
}

/** `@key` in the options of widgets is the id of the twin, `@dashboard:key` that of a dashboard further up in the list. */
export interface WorldDashboard
  extends Pick<z.input<typeof createDashboard.body>, 'name' | 'defaultDateRange' | 'refreshSeconds' | 'widgets'> {
  key: string;
  twin?: string;
}

export interface WorldUser {
  firstName: string;
  lastName: string;
  /** The part before the @. */
  mailbox: string;
  /** One of the roles that every installation starts with. */
  role: 'Administrator' | 'Operator' | 'Reader';
}

export interface WorldAccount {
  /** Absent: the topmost account of the world itself. */
  name?: string;
  description?: string;
  twins: readonly WorldTwin[];
  users: readonly WorldUser[];
}

export interface World {
  /** Latitude and longitude of the place that metres are counted from. */
  centre: { latitude: number; longitude: number };
  account: { name: string; description: string; mailDomain: string };
  connectors: Readonly<
    Record<NonNullable<WorldDevice['connector']>, { type: string; name: string; description: string }>
  >;
  faults: Faults;
  /** In the order in which they are made: rules may watch zones of earlier ones. */
  parts: readonly WorldAccount[];
  dashboards: readonly WorldDashboard[];
  /** Where a newcomer may begin: the name of a dashboard and the key of a twin. */
  showcase: { dashboard: string; twin: string };
}
