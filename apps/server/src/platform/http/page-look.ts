import { definePort } from '../feature/port.ts';
import { escapeHtml } from '../mail/template.ts';

/** What the first response of the web client shows before any script has run. */
export interface PageLook {
  title: string | null;
  favicon: string | null;
  language: string | null;
  colourMode: string | null;
  /** A style sheet of the server; never text of users. */
  style: string;
  /** Read by the client at its start. */
  data: unknown;
  /** Origins of maps that the page may load. */
  mapOrigins: readonly string[];
}

/** The look of a host; undefined to serve the files as they are. */
export type FindPageLook = (host: string) => Promise<PageLook | undefined>;
export const pageLookPort = definePort<FindPageLook>('look of the web client');

/** JSON inside of a script element: `<` could end the element. */
const jsonText = (data: unknown) => JSON.stringify(data).replaceAll('<', '\\u003c');

/** Writes the look into a built page. Replacements are functions, because texts may contain `$`. */
export function withLook(html: string, { title, favicon, language, colourMode, style, data }: PageLook): string {
  const attributes = [
    ...(language ? [`data-language="${escapeHtml(language)}"`] : []),
    ...(colourMode ? [`data-mode="${escapeHtml(colourMode)}"`] : []),
  ];
  const look = [
    ...(style ? [`<style id="branding-style">${style}</style>`] : []),
    `<script id="branding" type="application/json">${jsonText(data)}</script>`,
  ];
  return html
    .replace(/<html /, () => ['<html', ...attributes, ''].join(' '))
    .replace(/<title>[^<]*<\/title>/, (found) => (title ? `<title>${escapeHtml(title)}</title>` : found))
    .replace(/<link rel="icon"[^>]*>/, (found) =>
      favicon ? `<link rel="icon" type="image/png" href="${escapeHtml(favicon)}" />` : found,
    )
    .replace('</head>', () => `${look.join('')}</head>`);
}
