import type { Language } from '@stellwerk/contract/text';
import { escapeHtml, type MailTemplate } from './template.ts';
import exportAttached from './templates/export-attached.json' with { type: 'json' };
import exportReady from './templates/export-ready.json' with { type: 'json' };
import mailTest from './templates/mail-test.json' with { type: 'json' };
import passwordReset from './templates/password-reset.json' with { type: 'json' };
import userInvite from './templates/user-invite.json' with { type: 'json' };

const definitions = {
  'user-invite': userInvite,
  'password-reset': passwordReset,
  'mail-test': mailTest,
  'export-ready': exportReady,
  'export-attached': exportAttached,
};

export type MailTemplateName = keyof typeof definitions;
export type MailLocals<N extends MailTemplateName> = Record<
  keyof (typeof definitions)[N]['locals'] & string,
  string | number
>;

interface Wording {
  subject: string;
  heading: string;
  paragraphs: string[];
  button?: { label: string; link: string };
  footnote: string;
}

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const paragraphStyle = 'margin:0 0 16px;font-size:16px;line-height:24px;color:#1f2933';
const buttonStyle =
  'display:inline-block;padding:12px 24px;border-radius:6px;background-color:#0b5cad;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none';

/** Uses tables and inline styles only, because all mail programs support them. */
function htmlOf({ subject, heading, paragraphs, button, footnote }: Wording, language: Language): string {
  const body = paragraphs.map((text) => `<p style="${paragraphStyle}">${escapeHtml(text)}</p>`);
  if (button) {
    body.push(
      `<p style="margin:24px 0"><a href="{{${button.link}}}" style="${buttonStyle}">${escapeHtml(button.label)}</a></p>`,
      `<p style="margin:0 0 16px;font-size:13px;line-height:20px;color:#52606d;word-break:break-all">{{${button.link}}}</p>`,
    );
  }
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject.replace(/\{\{.*?\}\}/g, '').trim())}</title></head>
<body style="margin:0;padding:0;background-color:#f2f4f7">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background-color:#f2f4f7"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background-color:#ffffff;border-radius:8px;${font}"><tr><td style="padding:32px">
<h1 style="margin:0 0 24px;font-size:22px;line-height:28px;color:#102a43">${escapeHtml(heading)}</h1>
${body.join('\n')}
<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #e4e7eb;font-size:13px;line-height:20px;color:#52606d">${escapeHtml(footnote)}</p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}

function textOf({ heading, paragraphs, button, footnote }: Wording): string {
  const call = button ? [`${button.label}:\n{{${button.link}}}`] : [];
  return `${[heading, ...paragraphs, ...call, footnote].join('\n\n')}\n`;
}

export function builtInTemplate(name: MailTemplateName, language: Language): MailTemplate {
  const wording: Wording = definitions[name][language];
  return { subject: wording.subject, html: htmlOf(wording, language), text: textOf(wording) };
}

export const mailTemplateNames: readonly MailTemplateName[] = Object.keys(definitions) as MailTemplateName[];

/** The names that a template may use, and the subset of names whose values are links. */
export function templateLocals(name: MailTemplateName): { names: string[]; links: string[] } {
  const entries = Object.entries(definitions[name].locals);
  return {
    names: entries.map(([local]) => local),
    links: entries.filter(([, kind]) => kind === 'link').map(([local]) => local),
  };
}
