import { ruleLimits } from '@stellwerk/contract/rule';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError, fail } from '../../../platform/errors/app-error.ts';
import { configVersionOf } from '../../devices/index.ts';
import { deviceFilterOf, findSmartGroup } from '../../smart-groups/index.ts';
import type { CopyAuthor } from '../../twins/index.ts';
import { findCopySources } from '../copy-source.store.ts';
import { changeRule, countRules, findRule, findTwinOfRule, insertRule, lockRule, lockRulesOf } from '../rule.store.ts';
import type { RuleChecks } from '../rule-check.service.ts';
import { fieldsFor, type Reason, statesOf, zonesOf } from '../rule-copy.service.ts';
import type { SettleRule } from '../rule-settle.service.ts';
import { findMemberWork, markCopy, removeCopiesOf } from './members.store.ts';
import {
  changeShared,
  deleteShared,
  forgetGaps,
  lockShared,
  promoteCopy,
  recordGaps,
  type SharedRule,
} from './shared-rule.store.ts';

interface SyncDeps {
  check: RuleChecks;
  settle: SettleRule;
  clock: Clock;
}

interface Turn {
  author: CopyAuthor;
  /** The most copies that are written in this transaction. */
  limit: number;
}

/** Filters whose result changes without a change of the configuration. */
const followsTime = (filter: object): boolean => 'health' in filter || 'silentHours' in filter;

export function createRuleSync({ check, settle, clock }: SyncDeps) {
  async function modelOf(db: Db, { id, modelId }: SharedRule) {
    const known = modelId ?? (await promoteCopy(db, id));
    return known === undefined ? undefined : findRule(db, known);
  }

  async function refusalOf(db: Db, work: () => Promise<void>): Promise<Reason | undefined> {
    try {
      // What a refused copy has written must not stay.
      await db.transaction(work);
      return undefined;
    } catch (error) {
      if (error instanceof AppError && error.class === 'user') return { code: error.code, params: error.params };
      throw error;
    }
  }

  /**
   * Makes the copies of a shared rule equal to their model, and its members those of the target. Returns whether work is
   * left for the next turn.
   */
  return async function sync(db: Db, sharedRuleId: number, { author, limit }: Turn): Promise<boolean> {
    const shared = await lockShared(db, sharedRuleId);
    if (!shared) return false;
    const model = await modelOf(db, shared);
    if (!model) {
      await deleteShared(db, sharedRuleId);
      return false;
    }
    const group = shared.smartGroupId === null ? undefined : await findSmartGroup(db, shared.smartGroupId);
    // Read first: a change after it is found at the next turn.
    const version = await configVersionOf(db, shared.accountId);
    if (version === shared.configVersion && !(group && followsTime(group.filter))) return false;
    if (shared.checkedAt !== null && shared.configVersion !== null) await forgetGaps(db, sharedRuleId);
    const filter = group && deviceFilterOf(group, clock.now());
    const work = await findMemberWork(db, shared, { model, limit, actor: author, filter });
    await removeCopiesOf(db, work.removeIds);
    const copies = work.write.map(({ twinId }) => ({ fromTwinId: model.twinId, toTwinId: twinId }));
    const sources = await findCopySources(db, copies, {
      stateIds: new Set(statesOf(model)),
      zoneIds: new Set(zonesOf(model)),
    });
    const { revision } = model;
    const gaps: (Reason & { twinId: number })[] = [];
    const failed: number[] = [];
    const by = { userId: author.userId, now: clock.now() };

    const write = async (twinId: number, ruleId: number | null): Promise<Reason | undefined> => {
      const fields = fieldsFor(model, twinId, sources);
      if ('code' in fields) return fields;
      const twin = await findTwinOfRule(db, twinId);
      if (!twin) return { code: 'DTWIN_NOT_FOUND', params: {} };
      return refusalOf(db, async () => {
        await check.copied({ db, actor: author }, twin, fields);
        await lockRulesOf(db, twinId);
        const before = ruleId === null ? undefined : await lockRule(db, ruleId);
        if (before) await changeRule(db, before, fields, by);
        else if ((await countRules(db, twinId)) >= ruleLimits.rules) {
          fail('RULE_TOO_MANY', { limit: ruleLimits.rules });
        }
        const id = before?.id ?? (await insertRule(db, twinId, fields, by));
        await markCopy(db, id, { sharedRuleId, revision });
        await settle(db, { twinId, ruleId: id, fields, now: by.now });
      });
    };

    for (const { twinId, ruleId } of work.write) {
      const reason = await write(twinId, ruleId);
      if (!reason) continue;
      gaps.push({ ...reason, twinId });
      // A copy that can't follow the model any more would judge by an old limit.
      if (ruleId !== null) failed.push(ruleId);
    }
    await removeCopiesOf(db, failed);
    await recordGaps(db, sharedRuleId, gaps);
    const isMore = work.write.length === limit || work.removeIds.length === limit;
    const hasWritten = work.write.length > gaps.length || work.removeIds.length > 0 || failed.length > 0;
    // Own changes count as well, so that the next turn finds nothing to do and remembers the version.
    await changeShared(db, sharedRuleId, {
      configVersion: isMore || hasWritten ? null : version,
      checkedAt: clock.now(),
    });
    return isMore;
  };
}
export type RuleSync = ReturnType<typeof createRuleSync>;
