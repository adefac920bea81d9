import { Box, Button } from '@mui/material';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoginField } from './LoginField.tsx';
import { type FactorKind, readFactor } from './second-factor.ts';

interface CodeStepProps {
  isBusy: boolean;
  onSubmit: (token: string) => Promise<boolean>;
  onBack: () => void;
}

/** The second step of a sign-in: a code of the app, or a recovery code. */
export function CodeStep({ isBusy, onSubmit, onBack }: CodeStepProps) {
  const { t } = useTranslation('session');
  const [kind, setKind] = useState<FactorKind>('code');
  const [isInvalid, setInvalid] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const token = readFactor(kind, field.current?.value ?? '');
    setInvalid(token === undefined);
    if (token === undefined || !(await onSubmit(token))) field.current?.select();
  }

  function change() {
    setInvalid(false);
    setKind(kind === 'code' ? 'recovery' : 'code');
  }

  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
      <LoginField
        key={kind}
        name={kind}
        label={t(`factor.${kind}`)}
        problem={isInvalid ? t(`factor.${kind}Invalid`) : undefined}
        inputRef={field}
        autoFocus
        autoComplete={kind === 'code' ? 'one-time-code' : 'off'}
        inputProps={{
          autoCapitalize: 'none',
          spellCheck: false,
          maxLength: 20,
          ...(kind === 'code' ? { inputMode: 'numeric' } : {}),
        }}
      />
      <Button type="submit" variant="contained" size="large" disabled={isBusy}>
        {t(isBusy ? 'submitting' : 'submit')}
      </Button>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: 1 }}>
        <Button variant="text" size="small" onClick={onBack}>
          {t('factor.back')}
        </Button>
        <Button variant="text" size="small" onClick={change}>
          {t(kind === 'code' ? 'factor.useRecovery' : 'factor.useCode')}
        </Button>
      </Box>
    </Box>
  );
}
