/** As much of the package as the tests use; it brings no types of its own. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Context {
    path: string;
    headers: Record<string, string | undefined>;
    status: number;
    body: unknown;
  }

  export class Provider {
    constructor(issuer: string, configuration: object);
    AccessToken: { find(token: string): Promise<{ accountId: string } | undefined> };
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    use(middleware: (ctx: Context, next: () => Promise<void>) => Promise<void>): void;
  }
}
