import { z } from 'zod';
import { dataOf, isoTime } from './core/envelope.ts';
import { idOf, textIdOf } from './core/id.ts';
import { defineRoute } from './core/route.ts';
import { readsRules, ruleTag, writesRules } from './rule.ts';
import { tag } from './twin.ts';

/**
 * One rule for many: a shared rule also applies to all objects with a tag, or to all devices of a smart group. Each of
 * them is evaluated on its own and has its own alarm. The data states of the rule's own twin are replaced by those with
 * the same key. Only the rule itself can be changed; its copies follow.
 */
export const sharedTarget = z.discriminatedUnion('kind', [
  /** Twins with this tag in the account of the rule; devices if the rule is on a device, otherwise other twins. */
  z.object({ kind: z.literal('tag'), tag }),
  z.object({ kind: z.literal('smartGroup'), smartGroupId: idOf('smartGroup') }),
]);
export type SharedTarget = z.output<typeof sharedTarget>;

/** What a rule in a list or on its page shows about being shared; null for a rule of one twin. */
export const sharedMark = z.object({
  /** The rule that is changed; the rule itself, or the one that it follows. */
  modelId: z.int(),
  modelTwinId: z.int(),
  isCopy: z.boolean(),
  /** The tag, or the title of the smart group. */
  target: z.object({ kind: z.enum(['tag', 'smartGroup']), name: z.string() }),
  /** Twins that the rule applies to, its own included. */
  twins: z.int(),
  openAlarms: z.int(),
});
export type SharedMark = z.output<typeof sharedMark>;

const params = z.object({ id: textIdOf('twin'), ruleId: textIdOf('rule') });

const sharing = z.object({
  target: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('tag'), tag: z.string() }),
      z.object({ kind: z.literal('smartGroup'), smartGroupId: z.int(), title: z.string() }),
    ])
    .nullable(),
  twins: z.int(),
  /** Twins that the rule does not apply to although they belong to the target, with the reason; at most a hundred. */
  leftOut: z.array(z.object({ twinId: z.int(), title: z.string().nullable(), code: z.string(), message: z.string() })),
  leftOutCount: z.int(),
  /** When members were last compared; null while the first comparison is still to come. */
  checkedAt: isoTime.nullable(),
});
export type RuleSharing = z.output<typeof sharing>;

const errors = ['DTWIN_NOT_FOUND', 'RULE_NOT_FOUND'] as const;

export const readRuleSharing = defineRoute({
  method: 'GET',
  path: '/api/v1/digitaltwin/rules/dtwin/{id}/rule/{ruleId}/sharing',
  tag: ruleTag,
  summary: 'Which twins a rule applies to beside its own',
  permission: readsRules,
  narrowed: true,
  params,
  response: dataOf(sharing),
  errors,
});

/** Applied at once to the first hundred twins, to further ones within a minute. */
export const shareRule = defineRoute({
  method: 'PUT',
  path: '/api/v1/digitaltwin/rules/dtwin/{id}/rule/{ruleId}/sharing',
  tag: ruleTag,
  summary: 'Apply a rule to all twins with a tag or all devices of a smart group; null ends it and removes the copies',
  permission: writesRules,
  narrowed: true,
  params,
  body: z.object({ target: sharedTarget.nullable() }),
  response: dataOf(sharing),
  errors: [...errors, 'SMART_GROUP_NOT_FOUND', 'RULE_IS_A_COPY', 'RULE_GROUP_NEEDS_DEVICE'],
});
