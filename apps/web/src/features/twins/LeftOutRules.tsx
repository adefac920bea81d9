import { Alert, Box } from '@mui/material';
import type { LeftOutRules as Rules } from '@stellwerk/contract/twin-copy';
import { useTranslation } from 'react-i18next';

interface LeftOutRulesProps {
  /** One list for each twin, or one without a title. */
  lists: readonly { id: number; title?: string; rules: Rules }[];
  /** They will be left out, or they have been. */
  when: 'before' | 'after';
}

/** Rules that a copy or target does not get, each with its reason. */
export function LeftOutRules({ lists, when }: LeftOutRulesProps) {
  const { t } = useTranslation('twins');
  const shown = lists.flatMap(({ id, title, rules }) =>
    rules.map((rule) => ({
      key: `${id} ${rule.title} ${rule.reason}`,
      text: `${title === undefined ? '' : `${title} – `}${t('rulesLeftOut.rule', rule)}`,
    })),
  );
  if (shown.length === 0) return null;
  return (
    <Alert severity="warning">
      {t(`rulesLeftOut.${when}`)}
      <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
        {shown.map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
      </Box>
    </Alert>
  );
}
