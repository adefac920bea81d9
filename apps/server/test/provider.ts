/// <reference path="./oidc-provider.d.ts" />
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export interface Person {
  email?: string;
  email_verified?: boolean;
  name?: string;
}

export interface RegisteredClient {
  client_id: string;
  client_secret: string;
}

interface ProviderOptions {
  /** Profile of the user who signs in with this name. */
  people?: (login: string) => Person;
  /** Whether its user info endpoint works. */
  hasUserInfo?: boolean;
}

export type TestProvider = Awaited<ReturnType<typeof startProvider>>;

const anybody = (login: string): Person => ({
  email: `${login}@people.example`,
  email_verified: true,
  name: `Pat ${login}`,
});

/** A certified OpenID provider on loopback that accepts any name and password. */
export async function startProvider({ people = anybody, hasUserInfo = true }: ProviderOptions = {}) {
  let handler: ReturnType<Provider['callback']> = (_request, response) => void response.writeHead(503).end();
  const server = createServer((request, response) => handler(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
  const provider = new Provider(issuer, {
    findAccount: (_ctx: unknown, id: string) => ({ accountId: id, claims: async () => ({ sub: id, ...people(id) }) }),
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    scopes: ['openid', 'profile', 'email'],
    features: {
      devInteractions: { enabled: true },
      registration: { enabled: true },
    },
    pkce: { required: () => true },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    jwks: { keys: [{ ...key, use: 'sig', alg: 'RS256' }] },
  });
  provider.use(async (ctx, next) => {
    if (ctx.path !== '/me' || hasUserInfo) return next();
    ctx.status = 503;
  });
  // User info endpoint for OAuth2 clients.
  provider.use(async (ctx, next) => {
    if (ctx.path !== '/people/me') return next();
    const token = await provider.AccessToken.find((ctx.headers.authorization ?? '').replace(/^Bearer /, ''));
    ctx.status = token ? 200 : 401;
    ctx.body = token ? { id: token.accountId, mail: people(token.accountId).email } : {};
  });
  handler = provider.callback();

  async function register(redirectUri: string, authentication = 'client_secret_basic'): Promise<RegisteredClient> {
    const answer = await fetch(`${issuer}/reg`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: authentication,
        scope: 'openid profile email',
      }),
    });
    const client = await answer.json();
    if (!answer.ok) throw new Error(`registration failed: ${JSON.stringify(client)}`);
    return client as RegisteredClient;
  }

  return {
    issuer,
    address: `127.0.0.1:${port}`,
    register,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A simulated browser: fills in the forms of the service until it redirects back. */
export async function signInThere(start: string, answer: { login: string } | 'cancel'): Promise<URL> {
  const cookies = new Map<string, string>();
  const { origin } = new URL(start);
  let url = start;
  let form: URLSearchParams | undefined;
  for (let step = 0; step < 20; step += 1) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { method: 'POST', body: form } : {}),
    });
    form = undefined;
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location) {
      url = new URL(location, url).href;
      if (!url.startsWith(origin)) return new URL(url);
      continue;
    }
    const page = await response.text();
    const [, action] = /action="([^"]+)"/.exec(page) ?? [];
    const [, abort] = /href="([^"]+\/abort)"/.exec(page) ?? [];
    const [, prompt] = /name="prompt" value="(\w+)"/.exec(page) ?? [];
    if (!action || !prompt) throw new Error(`no form at ${url}: ${response.status} ${page.slice(0, 500)}`);
    if (answer === 'cancel') {
      url = new URL(abort ?? '', url).href;
      continue;
    }
    url = new URL(action, url).href;
    form = new URLSearchParams({ prompt, login: answer.login, password: 'any' });
  }
  throw new Error('the service goes round in circles');
}
