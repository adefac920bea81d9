import { Box } from '@mui/material';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../../../../ui/form/SelectField.tsx';
import { TextInput } from '../../../../ui/form/TextInput.tsx';
import { ActionFields } from './ActionFields.tsx';
import { actionTypeOf, actionTypes, changedAction } from './actions.ts';
import type { WidgetInputProps } from './input-props.ts';
import { RowsInput } from './RowsInput.tsx';

function ActionRow({ path }: { path: string }) {
  const { t } = useTranslation('dashboards');
  const { setValue } = useFormContext();
  const action: unknown = useWatch({ name: path });
  const type = actionTypeOf(action) ?? 'openTwin';
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        <SelectField
          label={t('editor.action.what')}
          value={type}
          options={actionTypes.map((value) => ({ value, label: t(`editor.action.type.${value}`) }))}
          onChange={(next) => setValue(path, changedAction(action, next), { shouldDirty: true })}
        />
        <TextInput
          name={`${path}.label`}
          label={t('editor.action.label')}
          placeholder={t(`editor.action.type.${type}`)}
          maxLength={100}
        />
      </Box>
      <ActionFields path={path} type={type} />
    </Box>
  );
}

/** Several actions, each with a button. */
export function ActionsInput(props: WidgetInputProps) {
  const { t } = useTranslation('dashboards');
  return (
    <RowsInput
      {...props}
      sortable
      addLabel={t('editor.action.add')}
      emptyText={t('editor.action.none')}
      blank={() => changedAction(undefined, 'openTwin')}
    >
      {(path) => <ActionRow path={path} />}
    </RowsInput>
  );
}
