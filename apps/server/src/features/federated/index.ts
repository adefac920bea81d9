import { oauth2Client, oidcClient } from '@stellwerk/contract/federated';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Egress } from '../../platform/egress/egress.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { createClientAddresses } from './addresses.ts';
import { removeExpiredAttempts } from './attempt.job.ts';
import { createClientService } from './client.service.ts';
import { clientSecret, clientsOf } from './client.store.ts';
import { createExchange } from './exchange.service.ts';
import { federatedRoutes } from './federated.routes.ts';
import { createProviders } from './provider.ts';
import { createSignInService } from './sign-in.service.ts';

export { federatedGuards } from './federated.policy.ts';
export { federatedClients, userIdentities } from './federated.table.ts';

interface FederatedOptions {
  clock: Clock;
  egress: Egress;
  secrets: Secrets;
  linkBase: string;
  openSession: Parameters<typeof createSignInService>[0]['openSession'];
}

/** The routes and schedules of federated sign-in, and what it does when an account goes. */
export function createFederated({ clock, egress, secrets, linkBase, openSession }: FederatedOptions) {
  const addresses = createClientAddresses(linkBase);
  const administration = { secrets, egress, addresses };
  const oidc = createClientService({
    ...administration,
    family: { kind: 'oidc', wire: oidcClient, settings: ['issuer'], addresses: ['issuer'] },
  });
  const urls = ['authorizationUrl', 'tokenUrl', 'userInfoUrl'];
  const oauth2 = createClientService({
    ...administration,
    family: { kind: 'oauth2', wire: oauth2Client, settings: [...urls, 'subjectField', 'emailField'], addresses: urls },
  });
  const exchange = createExchange(createProviders({ egress, clock }));
  const signIn = createSignInService({ clock, secrets, exchange, addresses, openSession });
  return {
    routes: federatedRoutes({ oidc, oauth2, signIn }),
    schedules: [removeExpiredAttempts(signIn)],
    /** The clients go with their account by themselves, their secrets do not. */
    async forgetAccount(db: Db, accountId: number): Promise<void> {
      for (const id of await clientsOf(db, accountId)) await secrets.remove(db, { owner: clientSecret(id).owner });
    },
  };
}
