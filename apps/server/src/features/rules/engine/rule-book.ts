import type { Db } from '../../../platform/db/db.ts';
import { type CompiledRule, compileRule, type Zone } from '../evaluate/index.ts';
import { type RunnableRule, readRules, readZones } from './rule-record.store.ts';

/** A rule that is ready to run, with what its commands need to know. */
export interface ReadyRule extends CompiledRule {
  accountName: string;
}

export interface TriggeredRules {
  /** Those whose metrics have one of these states, by state. */
  byState: ReadonlyMap<number, readonly ReadyRule[]>;
  /** Those that watch where their twin is, by twin. */
  geofenced: ReadonlyMap<number, readonly ReadyRule[]>;
  zones: ReadonlyMap<number, Zone>;
}

/** Where rules come from: memory where data comes in, the database elsewhere. */
export interface RuleSource {
  find(db: Db, stateIds: readonly number[], movedTwinIds: readonly number[]): Promise<TriggeredRules>;
}

const zoneIdsOf = ({ definition }: { definition: RunnableRule['definition'] }) =>
  definition.geofenceTriggers.map(({ dtwinId }) => dtwinId);

export const readyRule = (record: RunnableRule): ReadyRule => ({
  ...compileRule(record),
  accountName: record.accountName,
});

function addTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const known = lists.get(key);
  if (known) known.push(value);
  else lists.set(key, [value]);
}

/** Rules by what sets them off. */
export function indexRules(ready: Iterable<ReadyRule>) {
  const byState = new Map<number, ReadyRule[]>();
  const geofenced = new Map<number, ReadyRule[]>();
  for (const rule of ready) {
    const { metrics, geofenceTriggers, onlyTimeTriggers } = rule.definition;
    if (!onlyTimeTriggers) {
      for (const stateId of new Set(metrics.map((metric) => metric.stateId))) addTo(byState, stateId, rule);
    }
    if (geofenceTriggers.length > 0) addTo(geofenced, rule.twinId, rule);
  }
  return { byState, geofenced };
}

export const readRuleZones = async (db: Db, ready: Iterable<ReadyRule>) => {
  const ids = new Set([...ready].flatMap(zoneIdsOf));
  return new Map((await readZones(db, [...ids])).map((zone) => [zone.id, zone]));
};

/** For values that come now and then. */
export const databaseRules: RuleSource = {
  async find(db, stateIds, movedTwinIds) {
    const ready = (await readRules(db, { stateIds, movedTwinIds })).map(readyRule);
    return { ...indexRules(ready), zones: await readRuleZones(db, ready) };
  },
};

export interface RuleBook extends RuleSource {
  /** Everything, in the snapshot of the caller. */
  load(db: Db): Promise<void>;
  /** What stands on these twins or looks at them, and all of these accounts. */
  reload(db: Db, changed: { twinIds: readonly number[]; accountIds: readonly number[] }): Promise<void>;
  size(): number;
}

const pageSize = 5_000;

/** All rules in memory; told of changes by whoever reads the notes of the configuration. */
export function createRuleBook(): RuleBook {
  const known = new Map<number, { ready: ReadyRule; twinIds: readonly number[] }>();
  /** Rules by their own twin, by those of their metrics, and by their zones. */
  const byTwin = new Map<number, Set<number>>();
  const zones = new Map<number, Zone>();
  let index = indexRules([]);

  function forget(ruleId: number): void {
    for (const twinId of known.get(ruleId)?.twinIds ?? []) byTwin.get(twinId)?.delete(ruleId);
    known.delete(ruleId);
  }

  function add(record: RunnableRule): void {
    const twinIds = [...new Set([record.twinId, ...record.metricTwinIds, ...zoneIdsOf(record)])];
    known.set(record.id, { ready: readyRule(record), twinIds });
    for (const twinId of twinIds) {
      const rules = byTwin.get(twinId);
      if (rules) rules.add(record.id);
      else byTwin.set(twinId, new Set([record.id]));
    }
  }

  async function settle(db: Db): Promise<void> {
    const all = [...known.values()].map(({ ready }) => ready);
    index = indexRules(all);
    zones.clear();
    for (const [id, zone] of await readRuleZones(db, all)) zones.set(id, zone);
  }

  return {
    async load(db) {
      known.clear();
      byTwin.clear();
      for (let after = 0; ; ) {
        const page = await readRules(db, { after, limit: pageSize });
        for (const record of page) add(record);
        const last = page.at(-1);
        if (!last || page.length < pageSize) break;
        after = last.id;
      }
      await settle(db);
    },

    async reload(db, { twinIds, accountIds }) {
      const affected = new Set(twinIds.flatMap((twinId) => [...(byTwin.get(twinId) ?? [])]));
      for (const { ready } of known.values()) if (accountIds.includes(ready.accountId)) affected.add(ready.id);
      const found = await readRules(db, { ruleIds: [...affected], twinIds, accountIds });
      if (affected.size === 0 && found.length === 0) return;
      for (const ruleId of affected) forget(ruleId);
      for (const record of found) {
        forget(record.id);
        add(record);
      }
      await settle(db);
    },

    find: async () => ({ ...index, zones }),
    size: () => known.size,
  };
}
