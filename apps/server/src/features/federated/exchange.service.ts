import * as openid from 'openid-client';
import { AppError, fail } from '../../platform/errors/app-error.ts';
import { codesOf } from './error-codes.ts';
import type { KnownClient, Providers } from './provider.ts';

/** Data that the server stores for a sign-in that has begun. */
interface Secrecy {
  state: string;
  nonce: string;
  codeVerifier: string;
}

export interface Profile {
  email: string;
  /** Undefined if the service does not report it. */
  isEmailVerified: boolean | undefined;
  firstName: string;
  lastName: string;
}

export interface Identity {
  issuer: string;
  subject: string;
  /** Loads the profile from the service if necessary; only new users need it. */
  readProfile(): Promise<Profile>;
}

const longestSubject = 1_000;
const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

function profileOf(claims: Readonly<Record<string, unknown>>, emailField = 'email'): Profile {
  const [given, family] = [textOf(claims.given_name), textOf(claims.family_name)];
  const [first = '', ...rest] = textOf(claims.name).split(/\s+/);
  return {
    email: textOf(claims[emailField]),
    isEmailVerified: typeof claims.email_verified === 'boolean' ? claims.email_verified : undefined,
    firstName: (given || (family ? '' : first)).slice(0, 100),
    lastName: (family || (given ? '' : rest.join(' '))).slice(0, 100),
  };
}

/** The egress guard's error is nested in the error of the library. */
function guardError(error: unknown): AppError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof AppError) return cause;
  return undefined;
}

type Code = (typeof codesOf)['oidc' | 'oauth2']['noCode' | 'noToken' | 'noUserInfo'];

/** Errors of the library can contain tokens, so only their messages are logged. */
const failAs =
  (code: Code) =>
  (error: unknown): never => {
    throw (
      guardError(error) ?? new AppError(code, {}, { internal: error instanceof Error ? error.message : 'no error' })
    );
  };

export function createExchange(providers: Providers) {
  const configurationOf = (client: KnownClient) =>
    providers(client).catch((error: unknown): never => {
      const target = URL.parse(client.settings.issuer ?? '')?.host ?? '';
      const internal = error instanceof Error ? error.message : '';
      throw guardError(error) ?? new AppError('EGRESS_FAILED', { target }, { internal });
    });

  /** OAuth2 has no issuer, so the endpoints and the name of the subject field identify it. */
  const issuerOf = ({ settings }: KnownClient) =>
    [settings.tokenUrl, settings.userInfoUrl, settings.subjectField].join(' ');

  async function identifyByUserInfo(client: KnownClient, configuration: openid.Configuration, token: string) {
    const { userInfoUrl = '', subjectField = '', emailField } = client.settings;
    const { noUserInfo } = codesOf.oauth2;
    const headers = new Headers({ accept: 'application/json', 'user-agent': 'stellwerk' });
    const answer = await openid
      .fetchProtectedResource(configuration, token, new URL(userInfoUrl), 'GET', null, headers)
      .catch(failAs(noUserInfo));
    if (answer.status !== 200) return fail(noUserInfo, {}, { internal: `status ${answer.status}` });
    const info: unknown = await answer.json().catch(failAs(noUserInfo));
    if (typeof info !== 'object' || info === null) return fail(noUserInfo, {}, { internal: 'no object' });
    const values = { ...info } as Record<string, unknown>;
    const subject = values[subjectField];
    if (typeof subject !== 'string' && !Number.isSafeInteger(subject)) {
      return fail(noUserInfo, {}, { internal: `no ${subjectField}` });
    }
    return {
      issuer: issuerOf(client),
      subject: String(subject),
      readProfile: async () => profileOf(values, emailField),
    };
  }

  async function identifyByIdToken(
    configuration: openid.Configuration,
    tokens: Awaited<ReturnType<typeof openid.authorizationCodeGrant>>,
  ) {
    const { noToken, noUserInfo } = codesOf.oidc;
    const claims = tokens.claims() ?? fail(noToken, {}, { internal: 'no ID token' });
    const readProfile = async () => {
      if (claims.email !== undefined) return profileOf(claims);
      const info = openid.fetchUserInfo(configuration, tokens.access_token, claims.sub);
      return profileOf(await info.catch(failAs(noUserInfo)));
    };
    return { issuer: claims.iss, subject: claims.sub, readProfile };
  }

  return {
    /** The URL at the service where the user signs in. */
    async begin(client: KnownClient & { scope: string }, redirectUri: string, secrecy: Secrecy): Promise<string> {
      const configuration = await configurationOf(client);
      const url = openid.buildAuthorizationUrl(configuration, {
        response_type: 'code',
        redirect_uri: redirectUri,
        scope: client.scope,
        state: secrecy.state,
        ...(client.kind === 'oidc' ? { nonce: secrecy.nonce } : {}),
        code_challenge: await openid.calculatePKCECodeChallenge(secrecy.codeVerifier),
        code_challenge_method: 'S256',
      });
      if (!['https:', 'http:'].includes(url.protocol)) fail('EGRESS_REQUEST_INVALID', { target: url.host });
      return url.href;
    },

    /** `callback` is our URL with the parameters that the service added. */
    async finish(client: KnownClient, callback: URL, { state, nonce, codeVerifier }: Secrecy): Promise<Identity> {
      const { noCode, noToken, noUserInfo } = codesOf[client.kind];
      if (!callback.searchParams.get('code')) {
        return fail(noCode, {}, { internal: callback.searchParams.get('error')?.slice(0, 100) ?? 'no code' });
      }
      // Without discovery there is no issuer to compare `iss` with.
      if (client.kind === 'oauth2') callback.searchParams.delete('iss');
      const configuration = await configurationOf(client);
      const checks = {
        expectedState: state,
        pkceCodeVerifier: codeVerifier,
        ...(client.kind === 'oidc' ? { expectedNonce: nonce, idTokenExpected: true } : {}),
      };
      const tokens = await openid.authorizationCodeGrant(configuration, callback, checks).catch(failAs(noToken));
      const identity = await (client.kind === 'oidc'
        ? identifyByIdToken(configuration, tokens)
        : identifyByUserInfo(client, configuration, tokens.access_token));
      const { length } = identity.subject;
      return length > 0 && length <= longestSubject ? identity : fail(noUserInfo, {}, { internal: 'odd subject' });
    },
  };
}
export type Exchange = ReturnType<typeof createExchange>;
