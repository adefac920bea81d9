import { type HealthEntry, healthCategories, healthEntry, healthSeverities } from '@stellwerk/contract/health';
import { useTranslation } from 'react-i18next';
import { CodeEditor } from '../../../ui/code/CodeEditor.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { useField } from '../../../ui/form/form-context.ts';
import { NumberInput } from '../../../ui/form/NumberInput.tsx';
import { SelectInput } from '../../../ui/form/SelectInput.tsx';
import { TagsInput } from '../../../ui/form/TagsInput.tsx';
import { TextInput } from '../../../ui/form/TextInput.tsx';
import { NeutralChip } from '../../../ui/status/NeutralChip.tsx';
import { PartCard } from './PartCard.tsx';

interface HealthCardProps {
  entries: readonly HealthEntry[];
  keys: readonly string[];
  onChange: ((entries: HealthEntry[]) => void) | undefined;
}

const empty: HealthEntry = {
  identifier: '',
  category: 'device',
  severity: 'warning',
  stateKeys: [],
  check: 'return false;',
  durationMinutes: 0,
  message: '',
};

function CheckInput() {
  const { t } = useTranslation('templates');
  const field = useField('check');
  return (
    <CodeEditor
      label={t('health.check')}
      help={t('health.checkHelp')}
      language="javascript"
      rows={5}
      value={typeof field.value === 'string' ? field.value : ''}
      onChange={field.setValue}
      {...(field.error ? { error: field.error } : {})}
    />
  );
}

/** Health checks of the template, in addition to those of the driver. */
export function HealthCard({ entries, keys, onChange }: HealthCardProps) {
  const { t } = useTranslation('templates');
  return (
    <PartCard
      title={t('area.health')}
      empty={t('health.empty')}
      addLabel={t('health.add')}
      items={entries}
      onChange={onChange}
      partOf={({ identifier, message, category, severity }) => ({
        id: identifier,
        title: message,
        detail: t(`healthCategory.${category}`),
        chips: (
          <>
            <NeutralChip label={identifier} />
            <NeutralChip label={t(`severity.${severity}`)} />
          </>
        ),
      })}
      dialog={({ item, onSave, onClose }) => (
        <FormDialog
          open
          title={item ? t('health.edit', { message: item.message }) : t('health.add')}
          schema={healthEntry}
          submitLabel={t('part.apply')}
          defaultValues={item ?? empty}
          onSubmit={async (values) => onSave(values)}
          onClose={onClose}
        >
          <TextInput name="message" label={t('field.message')} required autoFocus maxLength={500} />
          <TextInput name="identifier" label={t('field.identifier')} required maxLength={64} isCode />
          <SelectInput
            name="category"
            label={t('field.category')}
            options={healthCategories.map((value) => ({ value, label: t(`healthCategory.${value}`) }))}
          />
          <SelectInput
            name="severity"
            label={t('rules.severity')}
            options={healthSeverities.map((value) => ({ value, label: t(`severity.${value}`) }))}
          />
          <NumberInput name="durationMinutes" label={t('field.durationMinutes')} unit="min" />
          <TagsInput name="stateKeys" label={t('health.stateKeys')} suggestions={[...keys]} maxTags={20} />
          <CheckInput />
        </FormDialog>
      )}
    />
  );
}
