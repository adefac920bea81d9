import { Box, Button, IconButton, InputAdornment } from '@mui/material';
import { Eye, EyeOff } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../lib/api.ts';
import { InternalLink } from '../../ui/navigation/InternalLink.tsx';
import { LoginField } from './LoginField.tsx';

type FieldName = 'username' | 'password';

interface PasswordStepProps {
  isBusy: boolean;
  error: Error | null;
  /** Resolves to false if the password has to be typed again. */
  onSubmit: (credentials: { username: string; password: string }) => Promise<boolean>;
}

export function PasswordStep({ isBusy, error, onSubmit }: PasswordStepProps) {
  const { t } = useTranslation('session');
  const [missing, setMissing] = useState<Partial<Record<FieldName, string>>>({});
  const [isShown, setShown] = useState(false);
  const usernameField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const issues = isApiError(error) ? error.issues : [];
  const problemOf = (name: FieldName) => missing[name] ?? issues.find((issue) => issue.path === name)?.message;

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // Read from the fields: password managers fill them without an event for React.
    const username = usernameField.current?.value.trim() ?? '';
    const password = passwordField.current?.value ?? '';
    setMissing({ ...(username ? {} : { username: t('required') }), ...(password ? {} : { password: t('required') }) });
    if (!username) return usernameField.current?.focus();
    if (!password) return passwordField.current?.focus();
    if (!(await onSubmit({ username, password }))) passwordField.current?.select();
  }

  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
      <LoginField
        name="username"
        label={t('username')}
        problem={problemOf('username')}
        inputRef={usernameField}
        autoComplete="username"
        autoFocus
        inputProps={{ autoCapitalize: 'none', spellCheck: false }}
      />
      <LoginField
        name="password"
        label={t('password')}
        problem={problemOf('password')}
        inputRef={passwordField}
        type={isShown ? 'text' : 'password'}
        autoComplete="current-password"
        sx={{ pr: 0.5 }}
        endAdornment={
          <InputAdornment position="end">
            <IconButton
              size="small"
              aria-label={t(isShown ? 'hidePassword' : 'showPassword')}
              aria-pressed={isShown}
              onClick={() => setShown(!isShown)}
            >
              {isShown ? <EyeOff /> : <Eye />}
            </IconButton>
          </InputAdornment>
        }
      />
      <Button type="submit" variant="contained" size="large" disabled={isBusy}>
        {t(isBusy ? 'submitting' : 'submit')}
      </Button>
      <InternalLink to="/reset-password" variant="body2" sx={{ justifySelf: 'center' }}>
        {t('forgotten')}
      </InternalLink>
    </Box>
  );
}
