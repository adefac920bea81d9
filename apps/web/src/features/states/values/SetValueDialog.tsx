import { Typography } from '@mui/material';
import { isoTime } from '@stellwerk/contract/core/envelope';
import { maxValueBytes, type State, type ValueType } from '@stellwerk/contract/state';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { CodeEditor } from '../../../ui/code/CodeEditor.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { boundTo, useField } from '../../../ui/form/form-context.ts';
import { NumberInput } from '../../../ui/form/NumberInput.tsx';
import { SelectInput } from '../../../ui/form/SelectInput.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { TextInput } from '../../../ui/form/TextInput.tsx';
import { localTime } from '../../../ui/time/zone-time.ts';
import { useStateActions } from '../state.queries.ts';
import { useValueText } from './use-value-text.ts';
import type { StateValue } from './value-view.ts';

const jsonText = z.string().transform((text, ctx): StateValue => {
  try {
    return JSON.parse(text);
  } catch {
    ctx.addIssue({ code: 'custom' });
    return z.NEVER;
  }
});
const timestamp = isoTime.optional();

/** What is typed, by the type of the state; JSON is typed as text, yes and no are chosen from a list. */
const schemas: Record<ValueType, z.ZodType<{ value: StateValue; timestamp?: string | undefined }, FieldValues>> = {
  number: z.object({ value: z.number(), timestamp }),
  string: z.object({ value: z.string().max(maxValueBytes), timestamp }),
  boolean: z.object({ value: z.enum(['true', 'false']).transform((text) => text === 'true'), timestamp }),
  json: z.object({ value: jsonText, timestamp }),
  null: z.object({ value: jsonText, timestamp }),
};

function startValue({ value, valueType }: State): unknown {
  if (valueType === 'json' || valueType === 'null') return JSON.stringify(value, null, 2);
  if (typeof value !== valueType) return undefined;
  return valueType === 'boolean' ? String(value) : value;
}

function JsonInput() {
  const { t } = useTranslation('states');
  const field = useField('value');
  return (
    <CodeEditor
      label={t('setValue.value')}
      language="json"
      rows={8}
      value={typeof field.value === 'string' ? field.value : ''}
      onChange={field.setValue}
      {...(field.error ? { error: t('setValue.notJson') } : {})}
    />
  );
}

function ValueInput({ valueType, unit }: { valueType: ValueType; unit: string }) {
  const { t } = useTranslation('states');
  const common = { name: 'value', label: t('setValue.value'), required: true, autoFocus: true };
  if (valueType === 'number') return <NumberInput {...common} {...(unit ? { unit } : {})} />;
  if (valueType === 'string') return <TextInput {...common} />;
  if (valueType === 'boolean') {
    // A choice rather than a switch: as long as nothing is chosen nothing is set.
    const options = [true, false].map((value) => ({
      value: String(value),
      label: t(value ? 'value.yes' : 'value.no'),
    }));
    return <SelectInput {...common} options={options} />;
  }
  return <JsonInput />;
}

function MeasuredAtInput() {
  const { t } = useTranslation('states');
  const field = useField('timestamp');
  const text = typeof field.value === 'string' ? localTime(Date.parse(field.value)) : '';
  return (
    <TextField
      {...boundTo(field, { label: t('setValue.timestamp'), help: t('setValue.timestampHelp') })}
      type="datetime-local"
      value={text}
      onChange={(time) => field.setValue(time === '' ? undefined : new Date(time).toISOString())}
    />
  );
}

export interface SetValueDialogProps {
  state: State;
  onClose: () => void;
}

/** Sets the value of a state by hand; older times go to the history alone. */
export function SetValueDialog({ state, onClose }: SetValueDialogProps) {
  const { t } = useTranslation('states');
  const { valueText } = useValueText();
  const { setValue } = useStateActions(state.dtwinId);
  return (
    <FormDialog
      open
      title={t('setValue.title', { title: state.title })}
      submitLabel={t('setValue.submit')}
      maxWidth="xs"
      schema={schemas[state.valueType]}
      defaultValues={{ value: startValue(state) }}
      onClose={onClose}
      onSubmit={async (body) => {
        const saved = await setValue({ stateId: state.id, body });
        const value = valueText({ value: saved.value, decimals: saved.visualisation.decimals });
        showToast({ message: t('setValue.done', { title: state.title, value: `${value} ${saved.unit}`.trim() }) });
      }}
    >
      <ValueInput valueType={state.valueType} unit={state.unit} />
      <MeasuredAtInput />
      {state.transformer !== '' && (
        <Typography variant="body2" color="textSecondary">
          {t('setValue.noTransformer')}
        </Typography>
      )}
    </FormDialog>
  );
}
