import { Box } from '@mui/material';
import type { Account } from '@stellwerk/contract/account';
import { AccountFacts } from './AccountFacts.tsx';
import { DefaultRolesForm } from './DefaultRolesForm.tsx';
import { DomainsForm } from './DomainsForm.tsx';
import { GeneralForm } from './GeneralForm.tsx';
import { IntegrationsCard } from './IntegrationsCard.tsx';
import { LimitsCard } from './LimitsCard.tsx';
import { MailServerCard } from './MailServerCard.tsx';
import { PasswordPolicyCard } from './PasswordPolicyCard.tsx';
import { TermsCard } from './TermsCard.tsx';

/** Sections in two columns on wide screens; each is saved separately. */
export function AccountSettings({ account }: { account: Account }) {
  if (!account.abilities.update) return <AccountFacts account={account} />;
  const column = { display: 'flex', flexDirection: 'column', gap: 2, minWidth: 0 } as const;
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
      }}
    >
      <Box sx={column}>
        <GeneralForm account={account} />
        <DomainsForm key={account.domains.join()} account={account} />
        <DefaultRolesForm key={JSON.stringify(account.defaultRoles)} account={account} />
        <IntegrationsCard account={account} />
        <PasswordPolicyCard account={account} />
      </Box>
      <Box sx={column}>
        <MailServerCard account={account} />
        <LimitsCard account={account} />
        <TermsCard account={account} />
      </Box>
    </Box>
  );
}
