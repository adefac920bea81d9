import { Box } from '@mui/material';
import { CircleCheck, CircleX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { visuallyHidden } from '../../../../ui/visually-hidden.ts';

/** Whether a part of the conditions is met now: an icon, and a word for screen readers. */
export function ConditionResult({ isMet }: { isMet: boolean | undefined }) {
  const { t } = useTranslation('rules');
  if (isMet === undefined) return null;
  const Icon = isMet ? CircleCheck : CircleX;
  return (
    <Box
      component="span"
      title={t(isMet ? 'judged.met' : 'judged.notMet')}
      sx={{ position: 'relative', display: 'inline-flex', flexShrink: 0, color: isMet ? 'ok.main' : 'unknown.main' }}
    >
      <Icon size="1.125rem" aria-hidden />
      <Box component="span" sx={visuallyHidden}>
        {t(isMet ? 'judged.met' : 'judged.notMet')}
      </Box>
    </Box>
  );
}
