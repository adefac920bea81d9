import type { Db } from '../../../platform/db/db.ts';
import { type CompiledRule, compileRule, type Zone } from '../evaluate/index.ts';
import { type RunnableRule, readRules, readZones } from './rule-record.store.ts';

/** A compiled rule, with the data that its commands need. */
export interface ReadyRule extends CompiledRule {
  accountName: string;
  /** Of its last author; null if nobody knows. */
  language: RunnableRule['language'];
}

export interface TriggeredRules {
  /** Rules by the state of one of their metrics. */
  byState: ReadonlyMap<number, readonly ReadyRule[]>;
  /** Rules with geofence triggers, by their twin. */
  geofenced: ReadonlyMap<number, readonly ReadyRule[]>;
  zones: ReadonlyMap<number, Zone>;
}

/** Source of rules: the cache for the pipeline, the database for everything else. */
export interface RuleSource {
  find(db: Db, news: readonly { stateId: number }[], movedTwinIds: readonly number[]): Promise<TriggeredRules>;
}

const zoneIdsOf = ({ definition }: { definition: RunnableRule['definition'] }) =>
  definition.geofenceTriggers.map(({ dtwinId }) => dtwinId);

export const readyRule = (record: RunnableRule): ReadyRule => ({
  ...compileRule(record),
  accountName: record.accountName,
  language: record.language,
});

function addTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const known = lists.get(key);
  if (known) known.push(value);
  else lists.set(key, [value]);
}

function takeFrom<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const left = lists.get(key)?.filter((each) => each !== value) ?? [];
  if (left.length > 0) lists.set(key, left);
  else lists.delete(key);
}

/** Index of rules by their triggers. */
function createIndex() {
  const byState = new Map<number, ReadyRule[]>();
  const geofenced = new Map<number, ReadyRule[]>();

  const statesOf = ({ definition: { metrics, onlyTimeTriggers } }: ReadyRule) =>
    onlyTimeTriggers ? [] : new Set(metrics.map(({ stateId }) => stateId));

  return {
    byState,
    geofenced,
    add(rule: ReadyRule): void {
      for (const stateId of statesOf(rule)) addTo(byState, stateId, rule);
      if (rule.definition.geofenceTriggers.length > 0) addTo(geofenced, rule.twinId, rule);
    },
    remove(rule: ReadyRule): void {
      for (const stateId of statesOf(rule)) takeFrom(byState, stateId, rule);
      takeFrom(geofenced, rule.twinId, rule);
    },
  };
}

export const readRuleZones = async (db: Db, ready: Iterable<ReadyRule>) => {
  const ids = new Set([...ready].flatMap(zoneIdsOf));
  return new Map((await readZones(db, [...ids])).map((zone) => [zone.id, zone]));
};

/** Reads rules from the database, for occasional values. */
export const databaseRules: RuleSource = {
  async find(db, news, movedTwinIds) {
    const stateIds = [...new Set(news.map(({ stateId }) => stateId))];
    const ready = (await readRules(db, { stateIds, movedTwinIds })).map(readyRule);
    const index = createIndex();
    for (const rule of ready) index.add(rule);
    return { ...index, zones: await readRuleZones(db, ready) };
  },
};

export interface RuleCache extends RuleSource {
  /** Loads all rules, in the caller's snapshot. */
  load(db: Db): Promise<void>;
  /** Reloads rules that are on these twins or refer to them, and all rules of these accounts. */
  reload(db: Db, changed: { twinIds: readonly number[]; accountIds: readonly number[] }): Promise<void>;
  size(): number;
}

const pageSize = 5_000;

/** Cache of all active rules; the device directory reloads it when the configuration changes. */
export function createRuleCache(): RuleCache {
  const known = new Map<number, { ready: ReadyRule; twinIds: readonly number[] }>();
  /** Rules by their own twin, by the twins of their metrics, and by their zones. */
  const byTwin = new Map<number, Set<number>>();
  const index = createIndex();
  const zones = new Map<number, Zone>();

  function forget(ruleId: number): void {
    const rule = known.get(ruleId);
    if (!rule) return;
    for (const twinId of rule.twinIds) byTwin.get(twinId)?.delete(ruleId);
    index.remove(rule.ready);
    known.delete(ruleId);
  }

  function add(record: RunnableRule): ReadyRule {
    const twinIds = [...new Set([record.twinId, ...record.metricTwinIds, ...zoneIdsOf(record)])];
    const ready = readyRule(record);
    known.set(record.id, { ready, twinIds });
    index.add(ready);
    for (const twinId of twinIds) {
      const rules = byTwin.get(twinId);
      if (rules) rules.add(record.id);
      else byTwin.set(twinId, new Set([record.id]));
    }
    return ready;
  }

  /** Zones that no longer exist are removed; a rule that watches one then finds nothing. */
  async function learnZones(db: Db, rules: readonly ReadyRule[]): Promise<void> {
    for (const rule of rules) for (const id of zoneIdsOf(rule)) zones.delete(id);
    for (const [id, zone] of await readRuleZones(db, rules)) zones.set(id, zone);
  }

  return {
    async load(db) {
      for (const ruleId of [...known.keys()]) forget(ruleId);
      for (let after = 0; ; ) {
        const page = await readRules(db, { after, limit: pageSize });
        await learnZones(db, page.map(add));
        const last = page.at(-1);
        if (!last || page.length < pageSize) break;
        after = last.id;
      }
    },

    async reload(db, { twinIds, accountIds }) {
      const affected = new Set(twinIds.flatMap((twinId) => [...(byTwin.get(twinId) ?? [])]));
      if (accountIds.length > 0) {
        for (const { ready } of known.values()) if (accountIds.includes(ready.accountId)) affected.add(ready.id);
      }
      const found = await readRules(db, { ruleIds: [...affected], twinIds, accountIds });
      for (const ruleId of [...affected, ...found.map(({ id }) => id)]) forget(ruleId);
      await learnZones(db, found.map(add));
    },

    find: async () => ({ ...index, zones }),
    size: () => known.size,
  };
}
