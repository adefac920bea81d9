import { Box, Button, IconButton } from '@mui/material';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { boundTo, type FieldProps, useField } from './form-context.ts';
import { TextField } from './TextField.tsx';

export interface SecretInputProps extends FieldProps {
  /** Whether a secret is stored; it can be replaced, never read. */
  isStored?: boolean;
  /** For passwords of people, so that password managers help. */
  autoComplete?: 'new-password' | 'current-password' | 'off';
  /** A number above one makes a text area for keys of several lines, with visible text. */
  rows?: number;
}

/** Write-only. An absent value means "keep the stored one"; only typing replaces it. */
export function SecretInput(props: SecretInputProps) {
  const { name, help, required = false, isStored = false, autoComplete = 'new-password', rows = 1 } = props;
  const { t } = useTranslation('ui');
  const field = useField(name, props.disabled);
  const [revealed, setRevealed] = useState(false);
  const value = typeof field.value === 'string' ? field.value : undefined;
  const keepsStored = isStored && value === undefined;
  const isTextArea = rows > 1 && !keepsStored;

  const reveal = (
    <IconButton
      size="small"
      edge="end"
      aria-label={t(revealed ? 'secret.hide' : 'secret.show')}
      aria-pressed={revealed}
      onClick={() => setRevealed(!revealed)}
    >
      {revealed ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
    </IconButton>
  );
  const replace = (
    <Button size="small" variant="text" onClick={() => field.setValue('')} disabled={field.disabled}>
      {t('secret.replace')}
    </Button>
  );
  const keep = (
    <Button size="small" variant="text" onClick={() => field.setValue(undefined)} disabled={field.disabled}>
      {t('secret.keep')}
    </Button>
  );

  return (
    <TextField
      {...boundTo(field, props)}
      type={revealed && !keepsStored ? 'text' : 'password'}
      rows={isTextArea ? rows : 1}
      value={value ?? ''}
      onChange={field.setValue}
      help={help ?? (keepsStored ? t('secret.stored') : undefined)}
      required={required && !isStored}
      disabled={field.disabled || keepsStored}
      placeholder={keepsStored ? '••••••••••••' : undefined}
      autoComplete={autoComplete}
      suffix={
        <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5 }}>
          {keepsStored ? replace : !isTextArea && reveal}
          {isStored && !keepsStored && keep}
        </Box>
      }
    />
  );
}
