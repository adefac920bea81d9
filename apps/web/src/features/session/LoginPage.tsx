import {
  Alert,
  Box,
  Button,
  FormControl,
  FormHelperText,
  IconButton,
  InputAdornment,
  InputLabel,
  OutlinedInput,
  Paper,
  Typography,
} from '@mui/material';
import { useRouter, useSearch } from '@tanstack/react-router';
import { Eye, EyeOff } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../lib/api.ts';
import { safeRedirect } from '../../lib/redirect.ts';
import { Mark } from '../../ui/theme/Mark.tsx';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { useLogin } from './session.queries.ts';

type FieldName = 'username' | 'password';
type FieldErrors = Partial<Record<FieldName, string>>;

export function LoginPage() {
  const { t } = useTranslation(['session', 'app']);
  const search: { redirect?: unknown } = useSearch({ strict: false });
  const router = useRouter();
  const login = useLogin();
  const [missing, setMissing] = useState<FieldErrors>({});
  const [isShown, setShown] = useState(false);
  const usernameField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);

  const issues = isApiError(login.error) ? login.error.issues : [];
  const errorOf = (name: FieldName) => missing[name] ?? issues.find((issue) => issue.path === name)?.message;
  const hasFieldIssue = issues.some(({ path }) => path === 'username' || path === 'password');
  const refusal = login.data === false ? t('noCookie') : hasFieldIssue ? undefined : login.error?.message;

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    login.reset();
    // Read from the fields: password managers fill them without telling React.
    const username = usernameField.current?.value.trim() ?? '';
    const password = passwordField.current?.value ?? '';
    setMissing({ ...(username ? {} : { username: t('required') }), ...(password ? {} : { password: t('required') }) });
    if (!username) return usernameField.current?.focus();
    if (!password) return passwordField.current?.focus();
    const isKept = await login.mutateAsync({ username, password }).catch(() => undefined);
    if (isKept) router.history.replace(safeRedirect(search.redirect) ?? '/home');
    else if (isKept === undefined) passwordField.current?.select();
  }

  return (
    <Box component="main" sx={{ minHeight: '100dvh', display: 'grid', placeContent: 'center', gap: 2.5, p: 2 }}>
      <Box sx={{ display: 'flex', justifyContent: 'center', alignItems: 'center', gap: 1.25 }}>
        <Mark sizePx={36} />
        <Typography component="span" sx={{ fontSize: '1.25rem', lineHeight: '28px', fontWeight: 600 }}>
          {t('app:product')}
        </Typography>
      </Box>
      <Paper variant="outlined" sx={{ width: 'min(400px, calc(100vw - 32px))', p: 3.5 }}>
        <Typography variant="h1" sx={{ fontSize: '1.25rem', lineHeight: '28px' }}>
          {t('title')}
        </Typography>
        <Typography sx={{ mt: 0.25, color: 'text.secondary' }}>{t('intro')}</Typography>
        <Box component="form" noValidate onSubmit={submit} sx={{ mt: 2, display: 'grid', gap: 2 }}>
          {refusal && <Alert severity="error">{refusal}</Alert>}
          <FormControl error={Boolean(errorOf('username'))}>
            <InputLabel htmlFor="username">{t('username')}</InputLabel>
            <OutlinedInput
              id="username"
              inputRef={usernameField}
              name="username"
              autoComplete="username"
              autoFocus
              aria-describedby="username-error"
              inputProps={{ autoCapitalize: 'none', spellCheck: false }}
              sx={{ minHeight: 40 }}
            />
            {errorOf('username') && <FormHelperText id="username-error">{errorOf('username')}</FormHelperText>}
          </FormControl>
          <FormControl error={Boolean(errorOf('password'))}>
            <InputLabel htmlFor="password">{t('password')}</InputLabel>
            <OutlinedInput
              id="password"
              inputRef={passwordField}
              name="password"
              type={isShown ? 'text' : 'password'}
              autoComplete="current-password"
              aria-describedby="password-error"
              sx={{ minHeight: 40, pr: 0.5 }}
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
            {errorOf('password') && <FormHelperText id="password-error">{errorOf('password')}</FormHelperText>}
          </FormControl>
          <Button type="submit" variant="contained" size="large" disabled={login.isPending}>
            {t(login.isPending ? 'submitting' : 'submit')}
          </Button>
        </Box>
      </Paper>
      <LanguageSwitch />
    </Box>
  );
}
