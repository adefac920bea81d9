interface StartOptions {
  redirect?: string | undefined;
  link?: true;
}

/** The address that starts a sign-in, with the target afterwards. */
export function startHref(startUrl: string, { redirect, link }: StartOptions): string {
  const url = new URL(startUrl, window.location.href);
  if (redirect !== undefined) url.searchParams.set('redirect', redirect);
  if (link) url.searchParams.set('link', 'true');
  return url.href;
}
