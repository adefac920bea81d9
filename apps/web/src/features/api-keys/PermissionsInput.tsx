import { Autocomplete, Box, Chip, TextField } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../lib/session.ts';
import { FieldFrame } from '../../ui/form/FieldFrame.tsx';
import { type FieldProps, useField } from '../../ui/form/form-context.ts';
import { usePermissionTexts } from '../acl/index.ts';

const noneHeld: readonly string[] = [];

/** Some of what the caller may do; nothing chosen means everything. */
export function PermissionsInput({ name, label, help, info, disabled }: FieldProps) {
  const { t } = useTranslation('api-keys');
  const texts = usePermissionTexts();
  const abilities = useSession()?.abilities ?? noneHeld;
  const field = useField(name, disabled);
  const chosen = Array.isArray(field.value) ? field.value.map(String) : [];
  return (
    <FieldFrame label={label} info={info}>
      <Autocomplete
        multiple
        disableCloseOnSelect
        options={abilities}
        value={chosen}
        disabled={field.disabled}
        onChange={(_, next) => field.setValue(next.length > 0 ? next : null)}
        onBlur={field.onBlur}
        slotProps={{
          paper: { variant: 'outlined', sx: { boxShadow: 4 } },
          clearIndicator: { 'aria-label': t('permissions.clear') },
          popupIndicator: { 'aria-label': t('permissions.open') },
        }}
        renderOption={({ key, ...item }, permission) => (
          <li key={key} {...item}>
            <Box>
              {permission}
              <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{texts.phrase(permission)}</Box>
            </Box>
          </li>
        )}
        renderValue={(shown, getItemProps) =>
          shown.map((permission, index) => {
            const { key, ...item } = getItemProps({ index });
            return <Chip key={key} label={permission} {...item} />;
          })
        }
        renderInput={(params) => (
          <TextField
            {...params}
            label={label}
            inputRef={field.ref}
            placeholder={chosen.length > 0 ? '' : t('permissions.all')}
            error={field.error !== undefined}
            helperText={field.error ?? help}
          />
        )}
      />
    </FieldFrame>
  );
}
