import { defineSchedule, type Schedule } from '../../../platform/jobs/define-job.ts';
import type { StarterGrants } from '../../api-keys/index.ts';
import { findShared, sharedIds } from './shared-rule.store.ts';
import type { RuleSync } from './sync.service.ts';

/** Copies per transaction: short enough that nobody waits long for their locks. */
const batch = 100;

interface SyncJobDeps {
  sync: RuleSync;
  grantsOf: StarterGrants;
}

/** Twins that join or leave the target of a shared rule get or lose its copy within a minute. */
export const syncSharedRules = ({ sync, grantsOf }: SyncJobDeps): Schedule =>
  defineSchedule({
    name: 'rules.sync-shared',
    cron: '* * * * *',
    async run({ db, signal, log }) {
      for (const id of await sharedIds(db)) {
        signal.throwIfAborted();
        const shared = await findShared(db, id);
        // Without its author nobody's permissions apply: the copies stay as they are until the rule is saved again.
        if (!shared || shared.authorId === null) continue;
        const userId = shared.authorId;
        try {
          const grants = await grantsOf(db, { userId, apiKeyId: shared.apiKeyId });
          const turn = { author: { userId, grants }, limit: batch };
          while (await db.transaction((tx) => sync(tx, id, turn))) signal.throwIfAborted();
        } catch (error) {
          signal.throwIfAborted();
          // One shared rule that can't be brought to its twins must not block the others.
          log.error({ err: error, sharedRuleId: id }, 'a shared rule could not be brought to its twins');
        }
      }
    },
  });
