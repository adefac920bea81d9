import { isDeepStrictEqual } from 'node:util';
import { type RuleFields, ruleLimits } from '@stellwerk/contract/rule';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { CarriedRules, CarryRules, CopyAuthor, LeftOutRule } from '../twins/index.ts';
import { type CopySources, findCopySources } from './copy-source.store.ts';
import {
  changeRule,
  type FoundRule,
  fieldsOf,
  findRulesOf,
  findTwinOfRule,
  insertRule,
  lockRule,
  lockRulesOf,
} from './rule.store.ts';
import type { RuleChecks } from './rule-check.service.ts';
import type { SettleRule } from './rule-settle.service.ts';

interface RuleCopyDeps {
  check: RuleChecks;
  settle: SettleRule;
  clock: Clock;
}

export type Reason = Omit<LeftOutRule, 'title'>;

/**
 * The rule for another twin: its own states and twins are replaced by those of the target with the same key. A reason
 * instead if a metric or zone has no counterpart there.
 */
export function fieldsFor(rule: FoundRule, toTwinId: number, sources: CopySources): RuleFields | Reason {
  const fields = fieldsOf(rule);
  const metrics = fields.metrics.flatMap((metric) => {
    const stateId = sources.stateFor(metric.stateId, toTwinId);
    return stateId === undefined ? [] : [{ ...metric, stateId }];
  });
  const geofenceTriggers = fields.geofenceTriggers.flatMap((each) => {
    const dtwinId = sources.zoneFor(each.dtwinId, toTwinId);
    return dtwinId === undefined ? [] : [{ ...each, dtwinId }];
  });
  const missing = fields.metrics.find(({ stateId }) => sources.stateFor(stateId, toTwinId) === undefined);
  if (missing) return { code: 'RULE_METRIC_NOT_CARRIED', params: { alias: missing.alias } };
  if (geofenceTriggers.length < fields.geofenceTriggers.length) return { code: 'RULE_ZONE_NOT_CARRIED', params: {} };
  const twinFor = (id: number) => sources.twinFor(id, toTwinId);
  return {
    ...fields,
    metrics,
    aggregateTrigger: fields.aggregateTrigger.flatMap((id) => sources.stateFor(id, toTwinId) ?? []),
    geofenceTriggers,
    commands: fields.commands.map((each) => ({
      ...each,
      dtwinId: each.dtwinId === null ? null : twinFor(each.dtwinId),
    })),
  };
}

export const statesOf = ({ definition }: FoundRule) => [
  ...definition.metrics.map(({ stateId }) => stateId),
  ...definition.aggregateTrigger,
];

export const zonesOf = ({ definition }: FoundRule) => definition.geofenceTriggers.map(({ dtwinId }) => dtwinId);

const keyOf = ({ title }: { title: string }) => title.toLowerCase();

export function createCarryRules({ check, settle, clock }: RuleCopyDeps): CarryRules {
  async function refusalOf(db: Db, actor: CopyAuthor, twinId: number, fields: RuleFields): Promise<Reason | undefined> {
    const twin = await findTwinOfRule(db, twinId);
    if (!twin) return { code: 'DTWIN_NOT_FOUND', params: {} };
    try {
      await check.copied({ db, actor }, twin, fields);
      return undefined;
    } catch (error) {
      if (error instanceof AppError && error.class === 'user') return { code: error.code, params: error.params };
      throw error;
    }
  }

  async function write(db: Db, userId: number, twinId: number, before: FoundRule | undefined, fields: RuleFields) {
    const author = { userId, now: clock.now() };
    const locked = before && (await lockRule(db, before.id));
    if (locked) await changeRule(db, locked, fields, author);
    const ruleId = locked?.id ?? (await insertRule(db, twinId, fields, author));
    await settle(db, { twinId, ruleId, fields, now: author.now });
  }

  /** A dry run does not check the rules: the states that their metrics need don't exist before the change. */
  return async (db, { author, copies, dryRun }) => {
    // Copies of shared rules follow their model, so they are neither carried nor overwritten.
    const findOwn = async (twinIds: readonly number[]) =>
      (await findRulesOf(db, new Set(twinIds))).filter(({ modelRevision }) => modelRevision === null);
    const originals = Map.groupBy(await findOwn(copies.map(({ fromTwinId }) => fromTwinId)), ({ twinId }) => twinId);
    if (originals.size === 0) return [];
    const rules = [...originals.values()].flat();
    const stateIds = new Set(rules.flatMap(statesOf));
    const sources = await findCopySources(db, copies, { stateIds, zoneIds: new Set(rules.flatMap(zonesOf)) });

    async function carry(rules: readonly FoundRule[], twinId: number): Promise<CarriedRules> {
      if (!dryRun) await lockRulesOf(db, twinId);
      const own = await findOwn([twinId]);
      const existing = Map.groupBy(own, keyOf);
      const result: CarriedRules = { twinId, creates: 0, overwrites: 0, leftOut: [] };
      for (const rule of rules) {
        const before = existing.get(keyOf(rule))?.shift();
        const isFull = !before && own.length + result.creates >= ruleLimits.rules;
        const fields: RuleFields | Reason = isFull
          ? { code: 'RULE_TOO_MANY', params: { limit: ruleLimits.rules } }
          : fieldsFor(rule, twinId, sources);
        if (!dryRun) {
          const reason = 'code' in fields ? fields : await refusalOf(db, author, twinId, fields);
          if (reason) result.leftOut.push({ title: rule.title, ...reason });
          if (reason || 'code' in fields) continue;
          const isSame = before !== undefined && isDeepStrictEqual(fieldsOf(before), fields);
          if (!isSame) await write(db, author.userId, twinId, before, fields);
        }
        result[before ? 'overwrites' : 'creates'] += 1;
      }
      return result;
    }

    const carried: CarriedRules[] = [];
    // In the order of their ids, so that two calls don't wait for each other's locks.
    for (const { fromTwinId, toTwinId } of copies.toSorted((a, b) => a.toTwinId - b.toTwinId)) {
      const rules = originals.get(fromTwinId);
      if (rules) carried.push(await carry(rules, toTwinId));
    }
    return carried;
  };
}
