import type { FlowTrigger } from '@stellwerk/contract/flow-event';
import type { FilterAttribute, FilterCondition } from '@stellwerk/contract/flow-filter';
import { type Check, compileConditions, equalText, type Looked, read } from '../filters/condition.ts';

/** A flow with the conditions of the standard filters at its beginning. */
export interface TriggeredFlow {
  flowId: number;
  accountId: number;
  trigger: FlowTrigger;
  connectorIds: readonly number[];
  /** Edited steps of a shadow run: nothing is sent. */
  isShadow: boolean;
  heads: readonly { match: 'all' | 'any'; conditions: readonly FilterCondition[] }[];
}

/** Attributes with one value, the most selective first. */
const indexed: readonly FilterAttribute[] = [
  'state_id',
  'source_identifier',
  'dtwin_id',
  'parser_variable',
  'state_identifier',
  'dtwin_title',
  'config_id',
  'device_driver_id',
  'unit',
  'event',
  'severity',
  'operational_status',
  'state_type',
  'config_type',
  'source_type',
  'twin_category',
];

interface Entry {
  flow: TriggeredFlow;
  checks: readonly Check[];
}

/** Flows of one account and trigger. */
interface Slot {
  /** Flows that require an attribute to have a value, by both. */
  byValue: Map<FilterAttribute, Map<string, Entry[]>>;
  others: Entry[];
}

/** The equality that all matching events have, if the filters demand one. */
function keyOf({ heads }: TriggeredFlow): FilterCondition | undefined {
  const required = heads.flatMap(({ match, conditions }) =>
    match === 'all' || conditions.length === 1 ? conditions : [],
  );
  const equal = required.filter(({ operator }) => operator === 'equals');
  return indexed.flatMap((name) => equal.find(({ attribute }) => attribute === name) ?? [])[0];
}

export interface FlowIndex {
  has(trigger: FlowTrigger): boolean;
  /** The flows whose first filters let an event pass. Flows that demand another value cost nothing. */
  find(trigger: FlowTrigger, looked: Looked, nowMs: number): TriggeredFlow[];
}

export function createFlowIndex(flows: readonly TriggeredFlow[]): FlowIndex {
  const slots = new Map<FlowTrigger, Slot>();
  for (const flow of flows) {
    const slot: Slot = slots.get(flow.trigger) ?? { byValue: new Map(), others: [] };
    slots.set(flow.trigger, slot);
    const entry = { flow, checks: flow.heads.map(compileConditions) };
    const key = keyOf(flow);
    if (!key) {
      slot.others.push(entry);
      continue;
    }
    const values = slot.byValue.get(key.attribute) ?? new Map<string, Entry[]>();
    slot.byValue.set(key.attribute, values);
    const text = equalText(key.value);
    values.set(text, [...(values.get(text) ?? []), entry]);
  }
  return {
    has: (trigger) => slots.has(trigger),
    find(trigger, looked, nowMs) {
      const slot = slots.get(trigger);
      if (!slot) return [];
      const found: TriggeredFlow[] = [];
      const add = (entries: readonly Entry[] | undefined) => {
        for (const { flow, checks } of entries ?? []) {
          if (checks.every((check) => check(looked, nowMs))) found.push(flow);
        }
      };
      for (const [attribute, values] of slot.byValue) {
        const value = read(attribute, looked);
        if (value !== null && value !== undefined) add(values.get(equalText(value)));
      }
      add(slot.others);
      return found;
    },
  };
}
