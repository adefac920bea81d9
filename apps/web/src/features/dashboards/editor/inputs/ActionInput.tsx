import { Box, MenuItem } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { FramedTextField } from '../../../../ui/form/FramedTextField.tsx';
import { useField } from '../../../../ui/form/form-context.ts';
import { ActionFields } from './ActionFields.tsx';
import { actionTypeOf, actionTypes, changedAction } from './actions.ts';
import type { WidgetInputProps } from './input-props.ts';

const nothing = 'nothing';

/** What a click does, or that it does nothing. */
export function ActionInput({ schema: _schema, ...common }: WidgetInputProps) {
  const { t } = useTranslation('dashboards');
  const field = useField(common.name);
  const type = actionTypeOf(field.value);
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <FramedTextField
        field={{ ...field, error: undefined }}
        common={common}
        select
        value={type ?? nothing}
        onChange={({ target }) => {
          const next = actionTypes.find((each) => each === target.value);
          field.setValue(next ? changedAction(field.value, next) : null);
        }}
      >
        <MenuItem value={nothing}>{t('editor.action.nothing')}</MenuItem>
        {actionTypes.map((each) => (
          <MenuItem key={each} value={each}>
            {t(`editor.action.type.${each}`)}
          </MenuItem>
        ))}
      </FramedTextField>
      {type && <ActionFields path={common.name} type={type} />}
    </Box>
  );
}
