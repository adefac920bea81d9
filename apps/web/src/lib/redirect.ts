const nowhere = 'http://app.invalid';

/** The target after sign-in must be a path of this app: one slash, no host, no scheme. */
export function safeRedirect(target: unknown): string | undefined {
  if (typeof target !== 'string' || !/^\/(?![/\\])/.test(target)) return undefined;
  // Browsers drop tabs and line breaks inside addresses, so "/<tab>/host" would become "//host".
  if ([...target].some((character) => character < ' ' || character === '\u007f')) return undefined;
  if (!URL.canParse(target, nowhere) || new URL(target, nowhere).origin !== nowhere) return undefined;
  // A return to the login page would be an endless loop.
  return /^\/(login)?([?#]|$)/.test(target) ? undefined : target;
}
