import type { createDashboard } from '@stellwerk/contract/dashboard';
import type { ConditionNode, ExecutionWindow, GeofenceMode, MetricOperation } from '@stellwerk/contract/rule';
import type { TimeseriesOptions } from '@stellwerk/contract/state-source';
import type { TwinType } from '@stellwerk/contract/twin';
import type { Signal } from '@stellwerk/plugin/profile';
import type { Faults } from '@stellwerk/simulator/sender';
import type { z } from 'zod';

/** Types to describe the demo world. Positions are metres east and north of the town's centre. */
export type Meters = readonly [east: number, north: number];

/** One description for several objects: in titles, `{n}` is the number and `{name}` the name. */
export interface Repeat {
  count?: number;
  names?: readonly string[];
  /** Objects are placed at equal distances on this line; absent: around the position of their parent. */
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
  /** Key of the source states: of all devices in the subtree, of direct children, or of the twin itself. */
  from: string;
  of: 'devices' | 'twins' | 'self';
  /** Restricts the sources to devices of these sensor models. */
  profiles?: readonly string[];
  /** Function body with `value`, the list of values; absent: the mean. */
  script?: string;
  /** Computes over time instead; requires `of: 'self'`. */
  window?: Partial<Omit<TimeseriesOptions, 'stateId'>> & Pick<TimeseriesOptions, 'operation'>;
}

export interface WorldRule {
  title: string;
  description?: string;
  metrics?: Readonly<Record<string, { state: string; operation?: MetricOperation; minutes?: number }>>;
  when?: ConditionNode;
  windows?: readonly Omit<ExecutionWindow, 'zone'>[];
  /** Watches the position of the twin; `zone` is the key of a twin with an area. */
  geofence?: { zone: string; mode: GeofenceMode };
  alarm: {
    severity: 'warning' | 'error';
    category?: 'unknown' | 'battery' | 'connectivity' | 'device';
    message: string;
    resolvesItself?: boolean;
  };
  /** One rule for all twins or devices of the account with this tag, created on the first of them. */
  sharedBy?: string;
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
  /** For vehicles: the round trip from its yard and back. */
  route?: { points: readonly Meters[]; speedKmh: number; fromHour?: number; nights?: number; nightsAgo?: number[] };
  faults?: Partial<Faults>;
  silentDays?: number;
  rules?: readonly WorldRule[];
  except?: Readonly<Record<number, Pick<WorldDevice, 'signals' | 'silentDays' | 'faults'>>>;
}

export interface WorldTwin {
  /** Key below its parent. Dashboards and zones reference it by all keys from the top, separated by dots. */
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
  /** Whether the twin is shared by a public link. */
  isShared?: boolean;
  /** For repeated twins: deviations of the devices of some of them, by number. */
  except?: NonNullable<WorldDevice['except']>;
}

/** In options of widgets, `@key` becomes the id of a twin, `@dashboard:key` that of an earlier dashboard. */
export interface WorldDashboard
  extends Pick<z.input<typeof createDashboard.body>, 'name' | 'defaultDateRange' | 'refreshSeconds' | 'widgets'> {
  key: string;
  twin?: string;
}

export interface WorldUser {
  firstName: string;
  lastName: string;
  /** Local part of the address, before the @. */
  mailbox: string;
  /** A role that every installation has. */
  role: 'Administrator' | 'Operator' | 'Reader';
}

export interface WorldAccount {
  /** Absent for the topmost account of the world. */
  name?: string;
  description?: string;
  twins: readonly WorldTwin[];
  users: readonly WorldUser[];
}

export interface World {
  centre: { latitude: number; longitude: number };
  account: { name: string; description: string; mailDomain: string };
  connectors: Readonly<
    Record<NonNullable<WorldDevice['connector']>, { type: string; name: string; description: string }>
  >;
  faults: Faults;
  /** Created in this order: rules may watch zones of earlier accounts. */
  parts: readonly WorldAccount[];
  dashboards: readonly WorldDashboard[];
  /** Entry point for new users: the name of a dashboard and the key of a twin. */
  showcase: { dashboard: string; twin: string };
}
