import { Box } from '@mui/material';
import { Check, Circle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { visuallyHidden } from '../../ui/visually-hidden.ts';

export interface PasswordHintsProps {
  /** All requirements of a password. */
  wanted: readonly { code: string; message: string }[];
  /** Codes of the requirements that the typed password does not meet. */
  missing: ReadonlySet<string>;
}

/** The requirements of a password, ticked off while it is typed. */
export function PasswordHints({ wanted, missing }: PasswordHintsProps) {
  const { t } = useTranslation('users');
  return (
    <Box
      component="ul"
      aria-label={t('password.rules')}
      sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5, typography: 'body2', color: 'text.secondary' }}
    >
      {wanted.map(({ code, message }) => {
        const isMet = !missing.has(code);
        const Icon = isMet ? Check : Circle;
        return (
          <Box component="li" key={code} sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
            <Box aria-hidden sx={{ display: 'flex', color: isMet ? 'ok.main' : 'text.muted' }}>
              <Icon size="0.875rem" />
            </Box>
            <span>{message}</span>
            <Box component="span" sx={visuallyHidden}>
              {t(isMet ? 'password.met' : 'password.unmet')}
            </Box>
          </Box>
        );
      })}
    </Box>
  );
}
