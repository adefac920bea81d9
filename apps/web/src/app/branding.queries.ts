import type { Branding, brandingTopic, readBranding } from '@stellwerk/contract/setting';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call, type RouteAddress } from '../lib/api.ts';
import { useLive } from '../lib/live.ts';
import { sessionStore, useSession } from '../lib/session.ts';

/** The first page loads no schemas, so the route is named by its address. */
const address: RouteAddress<typeof readBranding> = { method: 'GET', path: '/api/v1/theming' };

/** The server writes the branding of the domain into the page; the development server does not. */
function readFromPage(): Branding | undefined {
  const text = document.getElementById('branding')?.textContent;
  // The server wrote this text from the same type.
  return text ? (JSON.parse(text) as Branding) : undefined;
}

const fromPage = readFromPage();

const topic: typeof brandingTopic = 'branding';

export const brandingKey = ['branding'];

/** Undefined until it arrives, and where neither the page nor the server has it. */
export function useBranding(): Branding | undefined {
  const accountId = useSession()?.tenantId ?? null;
  return useQuery({
    queryKey: [...brandingKey, accountId],
    queryFn: async ({ signal }) =>
      (await call(address, { query: { domain: window.location.hostname } }, { signal })).data,
    // A visitor sees what the page contains; links to other systems depend on the account of the user.
    enabled: accountId !== null || fromPage === undefined,
    ...(fromPage ? { placeholderData: fromPage } : {}),
    staleTime: 5 * 60_000,
    retry: false,
  }).data;
}

function element(id: string, create: () => HTMLElement): HTMLElement {
  const found = document.getElementById(id);
  if (found) return found;
  const created = create();
  created.id = id;
  document.head.append(created);
  return created;
}

/** Keeps style sheet and icon of the page as the branding says, without a reload. */
export function usePageBranding(style: string | undefined, favicon: string | null | undefined): void {
  useEffect(() => {
    if (style === undefined) return;
    element('branding-style', () => document.createElement('style')).textContent = style;
  }, [style]);
  useEffect(() => {
    if (favicon === undefined) return;
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (!link) return;
    link.type = favicon ? 'image/png' : 'image/svg+xml';
    link.href = favicon ?? '/favicon.svg';
  }, [favicon]);
}

/** Settings that change elsewhere arrive at once: branding, and the feature flags of the session. */
export function useBrandingUpdates(): void {
  const queries = useQueryClient();
  const read = () => {
    void queries.invalidateQueries({ queryKey: brandingKey });
    void sessionStore.check();
  };
  useLive(topic, read);
}
