import { IconButton, InputAdornment, TextField } from '@mui/material';
import { FolderTree } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { ScopeDialog } from './ScopeDialog.tsx';
import type { PickedScope } from './ScopePicker.tsx';

export interface ScopeFieldProps {
  label: string;
  value: PickedScope | undefined;
  onChange: (scope: PickedScope) => void;
  help?: string | undefined;
  error?: string | undefined;
  disabled?: boolean;
  required?: boolean;
}

function Field({ label, value, onChange, help, error, disabled = false, required = false }: ScopeFieldProps) {
  const { t } = useTranslation('acl');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <TextField
        label={label}
        value={value?.name ?? ''}
        placeholder={t('scope.none')}
        required={required}
        disabled={disabled}
        error={error !== undefined}
        helperText={error ?? help}
        onClick={() => !disabled && setOpen(true)}
        slotProps={{
          htmlInput: { readOnly: true, sx: { cursor: disabled ? 'default' : 'pointer' } },
          input: {
            endAdornment: (
              <InputAdornment position="end">
                <IconButton size="small" edge="end" disabled={disabled} aria-label={t('scope.open', { label })}>
                  <FolderTree aria-hidden />
                </IconButton>
              </InputAdornment>
            ),
          },
        }}
      />
      {isOpen && (
        <ScopeDialog
          title={t('scope.title')}
          value={value?.id}
          onChoose={(scope) => {
            setOpen(false);
            onChange(scope);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** A field that holds one scope and opens the tree to choose another. */
export function ScopeField(props: ScopeFieldProps) {
  return (
    <Suspense fallback={<Skeletons shape="lines" count={1} />}>
      <Field {...props} />
    </Suspense>
  );
}
