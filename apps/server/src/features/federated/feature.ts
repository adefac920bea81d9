import { oauth2Client, oidcClient } from '@stellwerk/contract/federated';
import { defineFeature } from '../../platform/feature/define-feature.ts';
import { accountCleaners } from '../accounts/index.ts';
import { sessionsPort } from '../sessions/index.ts';
import { createClientAddresses } from './addresses.ts';
import { removeExpiredAttempts } from './attempt.job.ts';
import { createClientService } from './client.service.ts';
import { clientSecret, clientsOf } from './client.store.ts';
import { createExchange } from './exchange.service.ts';
import { federatedGuards } from './federated.policy.ts';
import { federatedRoutes } from './federated.routes.ts';
import { createProviders } from './provider.ts';
import { createSignInService } from './sign-in.service.ts';

const urls = ['authorizationUrl', 'tokenUrl', 'userInfoUrl'];

export const feature = defineFeature({
  name: 'federated',
  needs: { sessions: sessionsPort },
  create({ clock, egress, secrets, linkBase }, { sessions }) {
    const addresses = createClientAddresses(linkBase);
    const administration = { secrets, egress, addresses };
    const oidc = createClientService({
      ...administration,
      family: { kind: 'oidc', wire: oidcClient, settings: ['issuer'], addresses: ['issuer'] },
    });
    const oauth2 = createClientService({
      ...administration,
      family: {
        kind: 'oauth2',
        wire: oauth2Client,
        settings: [...urls, 'subjectField', 'emailField'],
        addresses: urls,
      },
    });
    const exchange = createExchange(createProviders({ egress, clock }));
    const signIn = createSignInService({ clock, secrets, exchange, addresses, openSession: sessions.open });
    return {
      guards: federatedGuards,
      routes: federatedRoutes({ oidc, oauth2, signIn }),
      schedules: [removeExpiredAttempts(signIn)],
      extensions: [
        // The clients are deleted with their account by a foreign key, their secrets are not.
        accountCleaners.add(async (db, accountId) => {
          for (const id of await clientsOf(db, accountId)) await secrets.remove(db, { owner: clientSecret(id).owner });
        }),
      ],
    };
  },
});
