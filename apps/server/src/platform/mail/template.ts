import { fail } from '../errors/app-error.ts';
import { placesIn } from './html-places.ts';

/** Texts with `{{name}}` placeholders: no logic, and no syntax to insert a value unescaped. */
export interface MailTemplate {
  subject: string;
  html: string;
  text?: string;
}

export type Locals = Readonly<Record<string, string | number>>;

const placeholder = /\{\{(.*?)\}\}/gs;
const placeholderName = /^\s*([A-Za-z][A-Za-z0-9]*)\s*$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this removes
const controlCharacters = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
const anyLineBreak = /[\s\u0085\u2028\u2029]+/g;

const htmlEntities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => htmlEntities[character] ?? '');

export const asText = (value: string) => value.replace(/\r\n?/g, '\n').replace(controlCharacters, '');
/** Converts to a single line, so that no value can inject another header. */
export const asHeader = (value: string) => value.replace(anyLineBreak, ' ').replace(controlCharacters, '').trim();

/** Links in mails must be absolute URLs of a web page or a mailbox. Returns the normalised URL. */
export function checkLink(name: string, value: string): string {
  const url = URL.parse(value);
  if (!url || !['http:', 'https:', 'mailto:'].includes(url.protocol)) return fail('MAIL_LINK_NOT_ALLOWED', { name });
  return url.href;
}

const nameIn = (content: string) =>
  placeholderName.exec(content)?.[1] ?? fail('MAIL_TEMPLATE_UNKNOWN_PLACEHOLDER', { name: content.slice(0, 100) });

function fill(
  text: string,
  locals: Locals,
  escaped: (value: string, name: string, position: number) => string,
): string {
  // A single pass with a replacer function: values are never searched for placeholders or replacement patterns.
  return text.replace(placeholder, (_match, content: string, position: number) => {
    const name = nameIn(content);
    if (!Object.hasOwn(locals, name)) return fail('MAIL_TEMPLATE_UNKNOWN_PLACEHOLDER', { name });
    return escaped(String(locals[name]), name, position);
  });
}

function fillHtml(html: string, locals: Locals): string {
  const placeAt = placesIn(html);
  return fill(html, locals, (value, name, position) => {
    const place = placeAt(position);
    if (place === 'misplaced') fail('MAIL_TEMPLATE_MISPLACED_PLACEHOLDER', { name });
    return escapeHtml(asText(place === 'link' ? checkLink(name, value) : value));
  });
}

export function renderTemplate(template: MailTemplate, locals: Locals): MailTemplate {
  return {
    subject: asHeader(fill(template.subject, locals, asHeader)),
    html: fillHtml(template.html, locals),
    text: template.text === undefined ? undefined : fill(template.text, locals, asText),
  };
}

/** Placeholders of a text that are not allowed, also those that are no names. */
export function unknownNames(text: string, allowedNames: readonly string[]): string[] {
  const names = [...text.matchAll(placeholder)].map(([, content = '']) => content.trim());
  return [...new Set(names.filter((name) => !allowedNames.includes(name)))].map((name) => name.slice(0, 100));
}

/** Rejects a template before it is saved, for all reasons for which `renderTemplate` would fail later. */
export function checkTemplate(template: MailTemplate, allowedNames: readonly string[]): void {
  for (const text of [template.subject, template.html, template.text ?? '']) {
    for (const [, content = ''] of text.matchAll(placeholder)) {
      const name = nameIn(content);
      if (!allowedNames.includes(name)) fail('MAIL_TEMPLATE_UNKNOWN_PLACEHOLDER', { name });
    }
    const rest = /\{\{|\}\}/.exec(text.replace(placeholder, ''));
    if (rest) fail('MAIL_TEMPLATE_UNKNOWN_PLACEHOLDER', { name: rest[0] });
  }
  const placeAt = placesIn(template.html);
  for (const match of template.html.matchAll(placeholder)) {
    if (placeAt(match.index) === 'misplaced') {
      fail('MAIL_TEMPLATE_MISPLACED_PLACEHOLDER', { name: nameIn(match[1] ?? '') });
    }
  }
}
