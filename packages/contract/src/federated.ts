import { z } from 'zod';
import { dataOf, isoTime, listOf, listQuery } from './core/envelope.ts';
import { idOf, textIdOf } from './core/id.ts';
import { defineRoute, raw } from './core/route.ts';

/** Sign-in through an external identity provider. */
export const federatedKinds = ['oidc', 'oauth2'] as const;
export type FederatedKind = (typeof federatedKinds)[number];

const url = z.url({ protocol: /^https?$/ }).max(1_000);

const asksForIdToken = (scope: string) => scope.split(/\s+/).includes('openid');

const common = z.object({
  displayName: z.string().trim().min(1).max(100),
  /** A PNG, JPEG or WebP picture as a data URL of at most 64 kB; empty for none. */
  logo: z
    .string()
    .max(90_000)
    .regex(/^$|^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/=]+$/)
    .default(''),
  /**
   * The service is shown on the sign-in page of this domain, which must be mapped to the account. Empty, in a topmost
   * account: on every sign-in page without an account of its own. In other accounts it is not shown, so that no account
   * can put a button on everybody's sign-in page; users open its start address instead.
   */
  domain: z.string().trim().toLowerCase().max(253).default(''),
  active: z.boolean().default(true),
  clientId: z.string().trim().min(1).max(300),
  /** If absent, the stored secret is kept as long as the addresses don't change. */
  clientSecret: z.string().max(2_000).optional(),
  scope: z.string().trim().max(300),
  /** Users who sign in for the first time are created with the default roles of the account. */
  createUsers: z.boolean().default(true),
});

export const oidcClientFields = common.extend({
  /** The discovery document is loaded from `<issuer>/.well-known/openid-configuration`. */
  issuer: url,
  scope: common.shape.scope.refine((scope) => asksForIdToken(scope)).default('openid profile email'),
});

export const oauth2ClientFields = common.extend({
  authorizationUrl: url,
  tokenUrl: url,
  userInfoUrl: url,
  /** Field of the user info that never changes for a person. */
  subjectField: z.string().trim().min(1).max(100).default('id'),
  emailField: z.string().trim().min(1).max(100).default('email'),
  /** Without `openid`: a service that supports it is an OIDC client. */
  scope: common.shape.scope.refine((scope) => !asksForIdToken(scope)).default('profile email'),
});

const stored = {
  id: z.int(),
  tenantId: z.int(),
  tenantName: z.string(),
  hasClientSecret: z.boolean(),
  /** To be registered with the service. */
  callbackUrl: z.string(),
};
export const oidcClient = oidcClientFields.omit({ clientSecret: true }).extend(stored);
export const oauth2Client = oauth2ClientFields.omit({ clientSecret: true }).extend(stored);
export type OidcClient = z.output<typeof oidcClient>;
export type Oauth2Client = z.output<typeof oauth2Client>;

const tag = 'federated sign-in';
const oidcParams = z.object({ id: textIdOf('oidcClient') });
const oauth2Params = z.object({ id: textIdOf('oauth2Client') });
const query = listQuery.omit({ sort: true }).extend({ tenantId: textIdOf('account').optional() });
const deleted = dataOf(z.object({ deleted: z.literal(true) }));
const owner = { tenantId: idOf('account') };
const changeErrors = [
  'ACCOUNT_NOT_FOUND',
  'TENANT_DOMAIN_INVALID',
  'EGRESS_DENIED',
  'FILE_IMAGE_TOO_LARGE',
  'FILE_IMAGE_UNREADABLE',
  'EGRESS_FAILED',
  'VALIDATION_ERROR',
] as const;

export const listOidcClients = defineRoute({
  method: 'GET',
  path: '/api/v1/oidc-clients',
  tag,
  summary: 'OIDC clients of the accounts that the caller manages',
  permission: 'all.manage',
  query,
  response: listOf(oidcClient),
  errors: ['ACCOUNT_NOT_FOUND'],
});

export const createOidcClient = defineRoute({
  method: 'POST',
  path: '/api/v1/oidc-clients',
  tag,
  summary: 'Add an OIDC client to an account',
  permission: 'all.manage',
  body: oidcClientFields.extend(owner),
  response: dataOf(oidcClient),
  status: 201,
  errors: changeErrors,
});

export const updateOidcClient = defineRoute({
  method: 'PUT',
  path: '/api/v1/oidc-clients/{id}',
  tag,
  summary: 'Change an OIDC client',
  permission: 'all.manage',
  params: oidcParams,
  body: oidcClientFields,
  response: dataOf(oidcClient),
  errors: ['OIDC_CLIENT_NOT_FOUND', ...changeErrors],
});

export const deleteOidcClient = defineRoute({
  method: 'DELETE',
  path: '/api/v1/oidc-clients/{id}',
  tag,
  summary: 'Delete an OIDC client; its users stay and need a password or another client',
  permission: 'all.manage',
  params: oidcParams,
  response: deleted,
  errors: ['OIDC_CLIENT_NOT_FOUND'],
});

export const listOauth2Clients = defineRoute({
  method: 'GET',
  path: '/api/v1/oauth2-clients',
  tag,
  summary: 'OAuth2 clients of the accounts that the caller manages',
  permission: 'all.manage',
  query,
  response: listOf(oauth2Client),
  errors: ['ACCOUNT_NOT_FOUND'],
});

export const createOauth2Client = defineRoute({
  method: 'POST',
  path: '/api/v1/oauth2-clients',
  tag,
  summary: 'Add an OAuth2 client to an account',
  permission: 'all.manage',
  body: oauth2ClientFields.extend(owner),
  response: dataOf(oauth2Client),
  status: 201,
  errors: changeErrors,
});

export const updateOauth2Client = defineRoute({
  method: 'PUT',
  path: '/api/v1/oauth2-clients/{id}',
  tag,
  summary: 'Change an OAuth2 client',
  permission: 'all.manage',
  params: oauth2Params,
  body: oauth2ClientFields,
  response: dataOf(oauth2Client),
  errors: ['OAUTH2_CLIENT_NOT_FOUND', ...changeErrors],
});

export const deleteOauth2Client = defineRoute({
  method: 'DELETE',
  path: '/api/v1/oauth2-clients/{id}',
  tag,
  summary: 'Delete an OAuth2 client; its users stay and need a password or another client',
  permission: 'all.manage',
  params: oauth2Params,
  response: deleted,
  errors: ['OAUTH2_CLIENT_NOT_FOUND'],
});

export const signInClient = z.object({
  id: z.int(),
  displayName: z.string(),
  logo: z.string(),
  type: z.enum(federatedKinds),
  /** Start address, on the host of the callback: the cookie of the attempt is bound to that host. */
  startUrl: z.string(),
});
export type SignInClient = z.output<typeof signInClient>;

/** The services on the sign-in page of a domain. */
export const listSignInClients = defineRoute({
  method: 'GET',
  path: '/api/v1/auth/federated',
  tag,
  summary: 'The services that one can sign in with on a domain, at most 20',
  public: true,
  query: z.object({ domain: z.string().trim().toLowerCase().max(253).optional() }),
  response: dataOf(z.array(signInClient)),
});

/**
 * Opened by the browser as a page, so it never returns an error: 302 to the service, or to `/#/oauth?error=<code>`.
 * State, nonce and PKCE verifier stay on the server; the browser holds a cookie that only the callback receives. With
 * `link`, a signed-in user links the service to their own user, if the service belongs to their account or one above.
 */
export const startFederated = defineRoute({
  method: 'GET',
  path: '/api/v1/auth/federated/{clientId}/start',
  tag,
  summary: 'Begin to sign in with a service',
  public: true,
  params: z.object({ clientId: textIdOf('federatedClient') }),
  query: z.object({
    /** A path inside the web client. */
    redirect: z.string().max(2_000).optional(),
    link: z.enum(['true', 'false']).optional(),
  }),
  response: raw('text/plain'),
  status: 302,
});

/**
 * Returns 302 to `/#/oauth`, with the session in a cookie, or with `error=<code>`: the URL contains no code or token.
 */
export const finishFederated = defineRoute({
  method: 'GET',
  path: '/api/v1/auth/federated/{clientId}/callback',
  tag,
  summary: 'The service sends the browser here',
  public: true,
  logged: true,
  params: z.object({ clientId: textIdOf('federatedClient') }),
  query: z.looseObject({}),
  response: raw('text/plain'),
  status: 302,
});

export const ownIdentity = z.object({
  clientId: z.int(),
  displayName: z.string(),
  logo: z.string(),
  type: z.enum(federatedKinds),
  linkedAt: isoTime,
});
export type OwnIdentity = z.output<typeof ownIdentity>;

/** `available`: services that the caller may link, see `link` of `startFederated`. */
export const listOwnIdentities = defineRoute({
  method: 'GET',
  path: '/api/v1/user/own/identities',
  tag,
  summary: 'The services that the caller signs in with, and those they may add',
  permission: 'login',
  response: dataOf(z.object({ linked: z.array(ownIdentity), available: z.array(signInClient) })),
});

/** Refused if the user would have no other way to sign in. */
export const unlinkOwnIdentity = defineRoute({
  method: 'DELETE',
  path: '/api/v1/user/own/identities/{clientId}',
  tag,
  summary: 'Sign in with this service no longer',
  permission: 'login',
  params: z.object({ clientId: textIdOf('ownIdentity') }),
  response: deleted,
  errors: ['FEDERATED_IDENTITY_NOT_FOUND', 'FEDERATED_IDENTITY_LAST', 'AUTH_SESSION_REQUIRED'],
});
