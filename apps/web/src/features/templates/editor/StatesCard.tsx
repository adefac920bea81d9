import { Button } from '@mui/material';
import { type TemplateContent, type TemplateState, templateState } from '@stellwerk/contract/device-template';
import { valueTypes } from '@stellwerk/contract/state';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { NumberInput } from '../../../ui/form/NumberInput.tsx';
import { SelectInput } from '../../../ui/form/SelectInput.tsx';
import { TextInput } from '../../../ui/form/TextInput.tsx';
import { NeutralChip } from '../../../ui/status/NeutralChip.tsx';
import { useDriverVersion } from '../../devices/index.ts';
import { PartCard } from './PartCard.tsx';
import { stateOfVariable } from './state-of-variable.ts';

interface StatesCardProps {
  content: TemplateContent;
  /** The version of the driver whose variables are offered. */
  driverVersion: number | null;
  onChange: ((states: TemplateState[]) => void) | undefined;
}

interface StateDialogProps {
  item: TemplateState | undefined;
  onSave: (state: TemplateState) => void;
  onClose: () => void;
}

const schema = templateState.pick({
  key: true,
  variable: true,
  title: true,
  unit: true,
  valueType: true,
  lowerBound: true,
  upperBound: true,
});
const empty = { key: '', variable: '', title: '', unit: '', valueType: 'number' as const };

function StateDialog({ item, onSave, onClose }: StateDialogProps) {
  const { t } = useTranslation('templates');
  return (
    <FormDialog
      open
      title={item ? t('states.edit', { title: item.title }) : t('states.add')}
      schema={schema}
      submitLabel={t('part.apply')}
      defaultValues={{ lowerBound: null, upperBound: null, ...(item ?? empty) }}
      onSubmit={async (values) => onSave(templateState.parse({ ...item, ...values }))}
      onClose={onClose}
    >
      <TextInput name="title" label={t('field.title')} required autoFocus maxLength={200} />
      <TextInput name="key" label={t('field.key')} help={t('states.keyHelp')} required maxLength={64} isCode />
      <TextInput
        name="variable"
        label={t('field.variable')}
        help={t('states.variableHelp')}
        required
        maxLength={200}
        isCode
      />
      <SelectInput
        name="valueType"
        label={t('field.valueType')}
        options={valueTypes.map((value) => ({ value, label: t(`valueType.${value}`) }))}
      />
      <TextInput name="unit" label={t('field.unit')} maxLength={30} />
      <NumberInput name="lowerBound" label={t('field.lowerBound')} />
      <NumberInput name="upperBound" label={t('field.upperBound')} />
    </FormDialog>
  );
}

/** The states that every device of the template has. */
export function StatesCard({ content, driverVersion, onChange }: StatesCardProps) {
  const { t } = useTranslation('templates');
  const { data } = useDriverVersion(content.driverId, driverVersion);
  const known = new Set(content.states.map(({ variable }) => variable));
  const missing = (data?.variables ?? []).filter(({ name }) => !known.has(name));
  const addMissing = () =>
    onChange?.([...content.states, ...missing.map((variable) => templateState.parse(stateOfVariable(variable)))]);
  return (
    <PartCard
      title={t('area.states')}
      empty={t('states.empty')}
      addLabel={t('states.add')}
      items={content.states}
      onChange={onChange}
      partOf={({ key, title, unit, variable }) => ({
        id: key,
        title: unit ? `${title} (${unit})` : title,
        detail: t('states.from', { variable }),
        chips: <NeutralChip label={key} />,
      })}
      action={
        missing.length > 0 && (
          <Button size="small" startIcon={<Download aria-hidden />} onClick={addMissing}>
            {t('states.takeOver', { count: missing.length })}
          </Button>
        )
      }
      dialog={(props) => <StateDialog {...props} />}
    />
  );
}
