import type { FederatedKind } from '@stellwerk/contract/federated';

/** Error codes exist once for each kind of service. */
export const codesOf = {
  oidc: {
    notFound: 'OIDC_CLIENT_NOT_FOUND',
    noCode: 'OIDC_NO_AUTH_CODE',
    noToken: 'OIDC_NO_ACCESS_TOKEN',
    noUserInfo: 'OIDC_USER_INFO_UNAVAILABLE',
    notCreatable: 'OIDC_USER_NOT_CREATABLE',
  },
  oauth2: {
    notFound: 'OAUTH2_CLIENT_NOT_FOUND',
    noCode: 'OAUTH2_NO_AUTH_CODE',
    noToken: 'OAUTH2_NO_ACCESS_TOKEN',
    noUserInfo: 'OAUTH2_USER_INFO_UNAVAILABLE',
    notCreatable: 'OAUTH2_USER_NOT_CREATABLE',
  },
} as const satisfies Record<FederatedKind, Record<string, string>>;
