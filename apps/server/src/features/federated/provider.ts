import { createHash } from 'node:crypto';
import * as openid from 'openid-client';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Egress } from '../../platform/egress/egress.ts';
import type { FoundClient } from './client.store.ts';
import { guardedFetch } from './guarded-fetch.ts';

const discoveryMs = 5 * 60_000;
const timeoutSeconds = 10;

export interface KnownClient extends Pick<FoundClient, 'id' | 'kind' | 'clientId' | 'settings'> {
  secret: string | undefined;
}

/** OpenID Connect Core, 9: basic by default. Without a secret, PKCE alone authenticates the client. */
function authenticationOf({ kind, secret }: KnownClient): openid.ClientAuth {
  if (secret === undefined) return openid.None();
  const [post, basic] = [openid.ClientSecretPost(secret), openid.ClientSecretBasic(secret)];
  // OAuth2 services usually document the secret in the body.
  if (kind === 'oauth2') return post;
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported;
    const takesPostAlone = methods?.includes('client_secret_post') && !methods.includes('client_secret_basic');
    return (takesPostAlone ? post : basic)(server, client, body, headers);
  };
}

const isPlain = (address: string | undefined) => address?.startsWith('http:') ?? false;

/** Configurations of services for the library; discovery documents are reloaded every few minutes. */
export function createProviders({ egress, clock }: { egress: Egress; clock: Clock }) {
  const customFetch = guardedFetch(egress);
  const discovered = new Map<number, { key: string; readAt: number; configuration: Promise<openid.Configuration> }>();

  const keyOf = ({ settings, clientId, secret }: KnownClient) =>
    createHash('sha256')
      .update(JSON.stringify([settings.issuer, clientId, secret]))
      .digest('hex');

  function discover(client: KnownClient): Promise<openid.Configuration> {
    const { clientId, settings } = client;
    const known = discovered.get(client.id);
    const [key, readAt] = [keyOf(client), clock.now().getTime()];
    if (known?.key === key && readAt - known.readAt < discoveryMs) return known.configuration;
    const configuration = openid.discovery(new URL(settings.issuer ?? ''), clientId, {}, authenticationOf(client), {
      [openid.customFetch]: customFetch,
      timeout: timeoutSeconds,
      // Plain http was allowed for this issuer when it was saved, and is checked again on every connection.
      execute: [openid.enableNonRepudiationChecks, ...(isPlain(settings.issuer) ? [openid.allowInsecureRequests] : [])],
    });
    discovered.set(client.id, { key, readAt, configuration });
    // A failed discovery is not cached, so that the next sign-in retries it.
    configuration.catch(() => discovered.delete(client.id));
    return configuration;
  }

  function fromSettings(client: KnownClient): openid.Configuration {
    const { authorizationUrl = '', tokenUrl = '', userInfoUrl = '' } = client.settings;
    const server = {
      issuer: new URL(authorizationUrl).origin,
      authorization_endpoint: authorizationUrl,
      token_endpoint: tokenUrl,
      userinfo_endpoint: userInfoUrl,
    };
    const configuration = new openid.Configuration(server, client.clientId, {}, authenticationOf(client));
    configuration[openid.customFetch] = customFetch;
    configuration.timeout = timeoutSeconds;
    if (isPlain(tokenUrl) || isPlain(userInfoUrl)) openid.allowInsecureRequests(configuration);
    return configuration;
  }

  return async (client: KnownClient) => (client.kind === 'oidc' ? discover(client) : fromSettings(client));
}
export type Providers = ReturnType<typeof createProviders>;
