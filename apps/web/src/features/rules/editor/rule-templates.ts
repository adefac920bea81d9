import type { State } from '@stellwerk/contract/state';
import type { TFunction } from 'i18next';
import { initialOptions, schemaFields } from '../../../ui/form/schema-fields.ts';
import { viewerZone } from '../../../ui/time/zone-time.ts';
import type { RuleTemplateName } from '../paths.ts';
import type { CommandKind } from '../rule.queries.ts';
import { suggestAlias } from './metrics/alias.ts';
import { blankAlarm, blankMetric, blankRule, type RuleDraft } from './rule-draft.ts';

interface StartInput {
  states: readonly State[];
  kinds: readonly CommandKind[];
  t: TFunction<'rules'>;
}

/** "Notify me when a value is too high." */
function limitStart({ states, t }: StartInput): RuleDraft {
  const state = states.find(({ valueType }) => valueType === 'number') ?? states[0];
  const alias = state ? suggestAlias(state.key, []) : '';
  const limit = { op: 'when', metric: alias, cmp: 'gt', value: '' };
  return {
    ...blankRule,
    title: t('rules:start.limit.ruleTitle', { title: state?.title ?? t('rules:start.limit.value') }),
    metrics: [{ ...blankMetric, alias, stateId: state?.id }],
    conditions: { mode: 'tree', tree: { op: 'and', children: [limit] } },
    alarm: {
      ...blankAlarm,
      message: t('rules:start.limit.message', {
        title: state?.title ?? t('rules:start.limit.value'),
        placeholder: alias ? `{{${alias}}}${state?.unit ? ` ${state.unit}` : ''}` : '',
      }),
    },
  };
}

/** "Do something every morning." */
function morningStart({ kinds, t }: StartInput): RuleDraft {
  const mail = kinds.find(({ type }) => type === 'mail');
  const time = { hourly: false, hour: 7, minute: 0, monthDays: [], startDate: null, endDate: null, zone: viewerZone() };
  return {
    ...blankRule,
    title: t('rules:start.morning.ruleTitle'),
    timeTriggers: [time],
    onlyTimeTriggers: true,
    commands: mail
      ? [
          {
            type: mail.type,
            connectorId: null,
            dtwinId: null,
            options: initialOptions(schemaFields(mail.optionsSchema)),
          },
        ]
      : [],
  };
}

/** "When it enters a zone." */
function zoneStart({ t }: StartInput): RuleDraft {
  return {
    ...blankRule,
    title: t('rules:start.zone.ruleTitle'),
    geofenceTriggers: [{ dtwinId: undefined, mode: 'enter', distanceMeters: null, durationHours: null }],
    alarm: {
      ...blankAlarm,
      message: t('rules:start.zone.message', { placeholder: '{{twin.title}}' }),
      resolvesItself: false,
    },
  };
}

const starts: Record<RuleTemplateName, (input: StartInput) => RuleDraft> = {
  limit: limitStart,
  morning: morningStart,
  zone: zoneStart,
};

export const ruleTemplateNames = ['limit', 'morning', 'zone'] as const satisfies readonly RuleTemplateName[];

/** An initial rule from a template; an unknown name gives an empty rule. */
export function ruleFromTemplate(word: unknown, input: StartInput): RuleDraft {
  const name = ruleTemplateNames.find((each) => each === word);
  return name ? starts[name](input) : blankRule;
}
