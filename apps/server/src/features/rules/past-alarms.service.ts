import type { RuleAlarm } from '@stellwerk/contract/rule';
import type { Db } from '../../platform/db/db.ts';
import type { NewAlarm } from '../alarms/index.ts';
import type { Commands } from './commands/index.ts';
import { alarmOf } from './engine/alarm.ts';
import { type ReadyRule, readRuleZones, readyRule } from './engine/rule-cache.ts';
import { readRules } from './engine/rule-record.store.ts';
import type { Replay } from './evaluate/index.ts';
import { findPositions } from './position.store.ts';

interface PastAlarmsDeps {
  replay: Replay;
  commands: Pick<Commands, 'render'>;
}

interface PastQuery {
  accountIds: readonly number[];
  /** Further rules; with empty `accountIds` only these. */
  ruleIds?: readonly number[];
  from: Date;
  to: Date;
  onRule?(): void;
}

export type PastAlarms = (db: Db, query: PastQuery) => Promise<NewAlarm[]>;

/** Computes the alarms that rules would have raised in a past without live evaluation; the last may be open. */
export function createPastAlarms({ replay, commands }: PastAlarmsDeps): PastAlarms {
  async function alarmsOf(db: Db, rule: ReadyRule, alarm: RuleAlarm, { from, to }: PastQuery): Promise<NewAlarm[]> {
    const { spans, marks } = await replay(rule, {
      from: from.getTime(),
      to: to.getTime(),
      zones: await readRuleZones(db, [rule]),
      positions: () => findPositions(db, rule.twinId, from, to),
    });
    const { id, title, twinId, accountId, accountName, twin, revision } = rule;
    return spans.map((span): NewAlarm => {
      const mark = marks.find(({ at }) => at === span.from);
      const metrics = Object.entries(mark?.metrics ?? {}).map(([alias, value]) => ({
        alias,
        value,
        at: null,
        count: 1,
      }));
      const openedAt = new Date(span.from);
      const context = { rule: { id, title, twinId, accountId }, twin, accountName, metrics, link: '' };
      return {
        ...alarmOf(id),
        ...{ accountId, twinId, code: null, params: null, openedAt },
        ...{ category: alarm.category, severity: alarm.severity },
        message: commands.render(alarm.message, { ...context, atMs: openedAt.getTime() }),
        evidence: { revision },
        ...(Date.parse(span.to) < to.getTime() ? { resolvedAt: new Date(span.to) } : {}),
      };
    });
  }

  return async (db, query) => {
    const records = await readRules(db, { ruleIds: query.ruleIds ?? [], twinIds: [], accountIds: query.accountIds });
    const found: NewAlarm[] = [];
    for (const rule of records.map(readyRule)) {
      const { alarm } = rule.definition;
      if (alarm) found.push(...(await alarmsOf(db, rule, alarm, query)));
      query.onRule?.();
    }
    return found;
  };
}
