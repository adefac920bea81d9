import { asHeader, asText, escapeHtml, type MailTemplate } from './template.ts';

export interface MailCell {
  text: string;
  /** A web page; other links are left out. */
  link?: string | undefined;
}

export interface MailTable {
  title: string;
  columns: readonly string[];
  rows: readonly (readonly MailCell[])[];
  /** Below the rows. */
  note?: string | undefined;
}

interface TextContent {
  subject: string;
  /** Plain text; markup in it is not interpreted. */
  text: string;
  tables?: readonly MailTable[] | undefined;
  closing?: string | undefined;
}

const cellStyle = 'padding:6px 12px 6px 0;border-bottom:1px solid #e4e7eb;text-align:left;vertical-align:top';
const noteStyle = 'margin:8px 0 0;color:#52606d';
const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:14px;line-height:20px";

/** Escaping alone would let a link run code. */
function linkOf(link: string | undefined): string | undefined {
  const url = link === undefined ? null : URL.parse(link);
  return url && ['http:', 'https:'].includes(url.protocol) ? url.href : undefined;
}

function cellHtml({ text, link }: MailCell): string {
  const shown = escapeHtml(asText(text));
  const href = linkOf(link);
  return href ? `<a href="${escapeHtml(href)}" style="color:#0b5cad">${shown}</a>` : shown;
}

function tableHtml({ title, columns, rows, note }: MailTable): string {
  const head = columns.map(
    (column) => `<th scope="col" style="${cellStyle};color:#52606d">${escapeHtml(asText(column))}</th>`,
  );
  const lines = rows.map(
    (row) => `<tr>${row.map((cell) => `<td style="${cellStyle}">${cellHtml(cell)}</td>`).join('')}</tr>`,
  );
  const table =
    rows.length > 0
      ? `\n<table cellpadding="0" cellspacing="0" style="border-collapse:collapse;width:100%"><tr>${head.join('')}</tr>\n${lines.join('\n')}\n</table>`
      : '';
  const rest = note === undefined ? '' : `\n<p style="${noteStyle}">${escapeHtml(asText(note))}</p>`;
  return `<h2 style="margin:24px 0 8px;font-size:16px">${escapeHtml(asText(title))}</h2>${table}${rest}`;
}

const tableText = ({ title, rows, note }: MailTable): string =>
  [
    asText(title),
    ...rows.map((row) => `- ${row.map(({ text }) => asHeader(text)).join(' | ')}`),
    ...(note === undefined ? [] : [asText(note)]),
  ].join('\n');

const literal = (text: string): string => `<div style="white-space: pre-wrap">${escapeHtml(asText(text))}</div>`;

/** Renders texts and tables literally, whatever they contain: no value can add markup, a link or a header. */
export function renderTextMail({ subject, text, tables = [], closing }: TextContent): MailTemplate {
  const end = closing === undefined ? [] : [closing];
  const texts = [asText(text), ...tables.map(tableText), ...end.map(asText)];
  const parts = [literal(text), ...tables.map(tableHtml), ...end.map((each) => `<br>${literal(each)}`)];
  const style = tables.length > 0 ? ` style="${font}"` : '';
  return {
    subject: asHeader(subject),
    text: texts.join('\n\n'),
    html: `<!doctype html><html><body${style}>${parts.join('\n')}</body></html>`,
  };
}
