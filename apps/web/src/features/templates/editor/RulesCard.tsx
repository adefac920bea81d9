import { Alert } from '@mui/material';
import { type TemplateContent, type TemplateRule, templateRule } from '@stellwerk/contract/device-template';
import { alarmSeverities, comparisons } from '@stellwerk/contract/rule';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { NumberInput } from '../../../ui/form/NumberInput.tsx';
import { SelectInput } from '../../../ui/form/SelectInput.tsx';
import { SwitchInput } from '../../../ui/form/SwitchInput.tsx';
import { TextInput } from '../../../ui/form/TextInput.tsx';
import { NeutralChip } from '../../../ui/status/NeutralChip.tsx';
import { freeKey, limitForm, limitOf, ruleOf } from './limit-rule.ts';
import { PartCard } from './PartCard.tsx';

interface RulesCardProps {
  content: TemplateContent;
  onChange: ((rules: TemplateRule[]) => void) | undefined;
}

interface RuleDialogProps {
  content: TemplateContent;
  item: TemplateRule | undefined;
  onSave: (rule: TemplateRule) => void;
  onClose: () => void;
}

const otherForm = templateRule.pick({ title: true, description: true, active: true });

/** Rules that the form can't express keep their conditions: they come from a device or from the API. */
function OtherRuleDialog({ item, onSave, onClose }: RuleDialogProps & { item: TemplateRule }) {
  const { t } = useTranslation('templates');
  const { title, description, active } = item;
  return (
    <FormDialog
      open
      title={t('rules.edit', { title })}
      schema={otherForm}
      submitLabel={t('part.apply')}
      defaultValues={{ title, description, active }}
      onSubmit={async (values) => onSave({ ...item, ...values })}
      onClose={onClose}
    >
      <Alert severity="info">{t('rules.otherHelp')}</Alert>
      <TextInput name="title" label={t('field.title')} required autoFocus maxLength={200} />
      <TextInput name="description" label={t('field.description')} rows={2} maxLength={2_000} />
      <SwitchInput name="active" label={t('field.active')} />
    </FormDialog>
  );
}

function LimitDialog({ content, item, onSave, onClose }: RuleDialogProps) {
  const { t } = useTranslation('templates');
  const first = content.states[0]?.key ?? '';
  const start = { title: '', stateKey: first, cmp: 'gt' as const, severity: 'warning' as const, message: '' };
  return (
    <FormDialog
      open
      title={item ? t('rules.edit', { title: item.title }) : t('rules.add')}
      schema={limitForm}
      submitLabel={t('part.apply')}
      defaultValues={(item && limitOf(item)) ?? start}
      onSubmit={async (values) => onSave(ruleOf(item, freeKey(content.rules), values))}
      onClose={onClose}
    >
      <TextInput name="title" label={t('field.title')} required autoFocus maxLength={200} />
      <SelectInput
        name="stateKey"
        label={t('rules.state')}
        required
        options={content.states.map(({ key, title }) => ({ value: key, label: title, detail: key }))}
      />
      <SelectInput
        name="cmp"
        label={t('rules.comparison')}
        options={comparisons.map((value) => ({ value, label: t(`comparison.${value}`) }))}
      />
      <NumberInput name="limit" label={t('rules.limit')} required />
      <SelectInput
        name="severity"
        label={t('rules.severity')}
        options={alarmSeverities.map((value) => ({ value, label: t(`severity.${value}`) }))}
      />
      <TextInput name="message" label={t('rules.message')} required maxLength={500} />
    </FormDialog>
  );
}

/** One rule for all devices: each evaluates it with its own values and raises its own alarm. */
export function RulesCard({ content, onChange }: RulesCardProps) {
  const { t } = useTranslation('templates');
  const formats = useFormats();
  const detailOf = (rule: TemplateRule) => {
    const limit = limitOf(rule);
    if (!limit) return rule.description || t('rules.other');
    const state = content.states.find(({ key }) => key === limit.stateKey)?.title ?? limit.stateKey;
    return `${state} ${t(`sign.${limit.cmp}`)} ${formats.number(limit.limit)}`;
  };
  return (
    <PartCard
      title={t('area.rules')}
      empty={t('rules.empty')}
      addLabel={t('rules.add')}
      items={content.rules}
      onChange={onChange}
      partOf={(rule) => ({
        id: rule.key,
        title: rule.title,
        detail: detailOf(rule),
        chips: (
          <>
            {rule.alarm && <NeutralChip label={t(`severity.${rule.alarm.severity}`)} />}
            {!rule.active && <NeutralChip label={t('rules.inactive')} />}
          </>
        ),
      })}
      dialog={(props) =>
        props.item && !limitOf(props.item) ? (
          <OtherRuleDialog {...props} content={content} item={props.item} />
        ) : (
          <LimitDialog {...props} content={content} />
        )
      }
    />
  );
}
