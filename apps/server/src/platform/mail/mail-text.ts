import type { Language } from '@stellwerk/contract/text';
import { escapeHtml, type MailTemplate } from './template.ts';

/** A mail as its author writes it: `# heading`, paragraphs, `[label]({{link}})` for a button, `---` before footnotes. */
export interface MailText {
  subject: string;
  body: string;
}

/** The look of the account whose mail it is. */
export interface MailLook {
  /** Replaces the name of the product. */
  product: string;
  buttonColour: string;
  onButton: string;
  /** An absolute address; mail programs show no embedded images. */
  logo?: string | undefined;
}

export const productLook: MailLook = { product: 'Stellwerk', buttonColour: '#0b6e75', onButton: '#ffffff' };

type Block =
  | { kind: 'heading' | 'paragraph' | 'footnote'; text: string }
  | { kind: 'button'; label: string; link: string };

const button = /^\[([^\]]+)\]\((\{\{\s*[A-Za-z][A-Za-z0-9]*\s*\}\})\)$/;

function blocksOf(body: string): Block[] {
  let isFootnote = false;
  return body
    .replace(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .flatMap((text): Block[] => {
      if (text === '') return [];
      if (text === '---') {
        isFootnote = true;
        return [];
      }
      const [, label, link] = button.exec(text) ?? [];
      if (label !== undefined && link !== undefined) return [{ kind: 'button', label, link }];
      if (text.startsWith('# ')) return [{ kind: 'heading', text: text.slice(2) }];
      return [{ kind: isFootnote ? 'footnote' : 'paragraph', text }];
    });
}

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const styles = {
  paragraph: 'margin:0 0 16px;font-size:16px;line-height:24px;color:#1f2933',
  footnote:
    'margin:24px 0 0;padding-top:16px;border-top:1px solid #e4e7eb;font-size:13px;line-height:20px;color:#52606d',
  address: 'margin:0 0 16px;font-size:13px;line-height:20px;color:#52606d;word-break:break-all',
};

const linesOf = (text: string) => escapeHtml(text).replaceAll('\n', '<br>\n');

function htmlOf(block: Block, { buttonColour, onButton }: MailLook): string {
  if (block.kind === 'heading') {
    return `<h1 style="margin:0 0 24px;font-size:22px;line-height:28px;color:#102a43">${linesOf(block.text)}</h1>`;
  }
  if (block.kind !== 'button') return `<p style="${styles[block.kind]}">${linesOf(block.text)}</p>`;
  const style = `display:inline-block;padding:12px 24px;border-radius:6px;background-color:${buttonColour};color:${onButton};font-size:16px;font-weight:600;text-decoration:none`;
  return [
    `<p style="margin:24px 0"><a href="${block.link}" style="${style}">${escapeHtml(block.label)}</a></p>`,
    `<p style="${styles.address}">${block.link}</p>`,
  ].join('\n');
}

function brandOf({ logo }: MailLook): string {
  const image = logo
    ? `<img src="${escapeHtml(logo)}" alt="" width="32" height="32" style="vertical-align:middle;margin-right:12px;border-radius:4px">`
    : '';
  return `<p style="margin:0 0 24px;font-size:16px;line-height:32px;font-weight:600;color:#102a43">${image}{{product}}</p>`;
}

/** Uses tables and inline styles only, because all mail programs support them. */
export function templateOf({ subject, body }: MailText, language: Language, look: MailLook): MailTemplate {
  const blocks = blocksOf(body);
  const html = `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject.replace(/\{\{.*?\}\}/g, '').trim())}</title></head>
<body style="margin:0;padding:0;background-color:#f2f4f7">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background-color:#f2f4f7"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background-color:#ffffff;border-radius:8px;${font}"><tr><td style="padding:32px">
${brandOf(look)}
${blocks.map((block) => htmlOf(block, look)).join('\n')}
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
  const text = blocks.map((block) => (block.kind === 'button' ? `${block.label}:\n${block.link}` : block.text));
  return { subject, html, text: `${[...text, '-- \n{{product}}'].join('\n\n')}\n` };
}
