interface Placed {
  id: number;
  domain: string;
}

/** Addresses to begin a sign-in and to return to: the client's domain or the link base, never from the request. */
export function createClientAddresses(linkBase: string) {
  const base = ({ domain }: Placed) => (domain === '' ? linkBase.replace(/\/$/, '') : `https://${domain}`);
  return {
    start: (client: Placed) => `${base(client)}/api/v1/auth/federated/${client.id}/start`,
    callback: (client: Placed) => `${base(client)}${callbackPath(client.id)}`,
  };
}
export type ClientAddresses = ReturnType<typeof createClientAddresses>;

export const callbackPath = (id: number) => `/api/v1/auth/federated/${id}/callback`;

/** Accepts only paths of this application, because an open redirect could send users to other sites. */
export function inAppPath(target: string | undefined): string {
  const isPath = target !== undefined && /^\/(?![/\\])/.test(target) && !/\p{Cc}/u.test(target);
  return isPath ? target : '';
}
