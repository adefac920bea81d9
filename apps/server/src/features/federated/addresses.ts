interface Placed {
  id: number;
  domain: string;
}

/** Where a client is begun and comes back to: on its own domain, else where links lead. Never where a request says. */
export function createClientAddresses(linkBase: string) {
  const base = ({ domain }: Placed) => (domain === '' ? linkBase.replace(/\/$/, '') : `https://${domain}`);
  return {
    start: (client: Placed) => `${base(client)}/api/v1/auth/federated/${client.id}/start`,
    callback: (client: Placed) => `${base(client)}${callbackPath(client.id)}`,
  };
}
export type ClientAddresses = ReturnType<typeof createClientAddresses>;

export const callbackPath = (id: number) => `/api/v1/auth/federated/${id}/callback`;

/** A path of our own pages, or nothing: whoever begins a sign-in must not send people elsewhere by it. */
export function inAppPath(target: string | undefined): string {
  const isPath = target !== undefined && /^\/(?![/\\])/.test(target) && !/\p{Cc}/u.test(target);
  return isPath ? target : '';
}
