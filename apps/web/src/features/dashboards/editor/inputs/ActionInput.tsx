import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { boundTo, useField } from '../../../../ui/form/form-context.ts';
import { SelectField } from '../../../../ui/form/SelectField.tsx';
import { ActionFields } from './ActionFields.tsx';
import { actionTypeOf, actionTypes, changedAction } from './actions.ts';
import type { WidgetInputProps } from './input-props.ts';

/** The action of a click, or none. */
export function ActionInput({ schema: _schema, ...common }: WidgetInputProps) {
  const { t } = useTranslation('dashboards');
  const field = useField(common.name);
  const type = actionTypeOf(field.value);
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <SelectField
        {...boundTo({ ...field, error: undefined }, common)}
        value={type}
        options={[
          { value: undefined, label: t('editor.action.nothing') },
          ...actionTypes.map((value) => ({ value, label: t(`editor.action.type.${value}`) })),
        ]}
        onChange={(next) => field.setValue(next ? changedAction(field.value, next) : null)}
      />
      {type && <ActionFields path={common.name} type={type} />}
    </Box>
  );
}
