import { Box, Button, Divider } from '@mui/material';
import type { SignInClient } from '@stellwerk/contract/federated';
import { useTranslation } from 'react-i18next';
import { ServiceLogo } from './ServiceLogo.tsx';
import { useSignInClients } from './sign-in.queries.ts';
import { startHref } from './start-href.ts';

export interface SignInServicesProps {
  /** The target after sign-in, a path of this app. */
  redirect?: string | undefined;
}

function ServiceButtons({ clients, redirect }: SignInServicesProps & { clients: readonly SignInClient[] }) {
  const { t } = useTranslation('federated');
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Divider sx={{ typography: 'caption', color: 'text.secondary' }}>{t('signIn.or')}</Divider>
      {clients.map((client) => (
        <Button
          key={client.id}
          size="large"
          variant="outlined"
          href={startHref(client.startUrl, { redirect })}
          startIcon={<ServiceLogo logo={client.logo} />}
        >
          {t('signIn.with', { name: client.displayName })}
        </Button>
      ))}
    </Box>
  );
}

/** A button for each service of this host; renders nothing without services or before they are loaded. */
export function SignInServices({ redirect }: SignInServicesProps) {
  const { data = [] } = useSignInClients();
  if (data.length === 0) return null;
  return <ServiceButtons clients={data} redirect={redirect} />;
}
