import { Alert } from '@mui/material';
import { readRuleFigures } from '@stellwerk/contract/rule-calls';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../lib/abilities.ts';
import { call } from '../../../lib/api.ts';
import { useChosenAccount } from '../../../lib/chosen-account.ts';
import { useFormats } from '../../../lib/formats.ts';
import { InternalLink } from '../../../ui/navigation/InternalLink.tsx';

/** Nobody learns of an alarm whose mail can't be sent, so the start page says it. */
export function WaitingMails() {
  const { t } = useTranslation('home');
  const formats = useFormats();
  const { account } = useChosenAccount();
  const query = { tenantId: account?.id };
  const { data } = useQuery({
    queryKey: ['rules', 'home', 'figures', query],
    queryFn: async ({ signal }) => (await call(readRuleFigures, { query }, { signal })).data,
    enabled: useCan(readRuleFigures.permission),
  });
  const count = data?.waitingMails ?? 0;
  if (count === 0) return null;
  return (
    <Alert severity="error">
      {t('waitingMails.text', { count, number: formats.number(count) })}{' '}
      <InternalLink to="/digitaltwin/rules-monitor?tab=errors" color="inherit">
        {t('waitingMails.link')}
      </InternalLink>
    </Alert>
  );
}
