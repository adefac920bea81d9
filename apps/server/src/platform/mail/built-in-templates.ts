import type { Language } from '@stellwerk/contract/text';
import { type MailText, productLook, templateOf } from './mail-text.ts';
import type { MailTemplate } from './template.ts';
import exportAttached from './templates/export-attached.json' with { type: 'json' };
import exportReady from './templates/export-ready.json' with { type: 'json' };
import feedback from './templates/feedback.json' with { type: 'json' };
import mailTest from './templates/mail-test.json' with { type: 'json' };
import passwordReset from './templates/password-reset.json' with { type: 'json' };
import userInvite from './templates/user-invite.json' with { type: 'json' };

const definitions = {
  'user-invite': userInvite,
  'password-reset': passwordReset,
  'mail-test': mailTest,
  'export-ready': exportReady,
  'export-attached': exportAttached,
  feedback,
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

/** The text of a built-in mail as an author would write it, so that accounts can start from it. */
export function builtInText(name: MailTemplateName, language: Language): MailText {
  const { subject, heading, paragraphs, button, footnote }: Wording = definitions[name][language];
  const call = button ? [`[${button.label}]({{${button.link}}})`] : [];
  return { subject, body: [`# ${heading}`, ...paragraphs, ...call, '---', footnote].join('\n\n') };
}

export const builtInTemplate = (name: MailTemplateName, language: Language): MailTemplate =>
  templateOf(builtInText(name, language), language, productLook);

export const mailTemplateNames: readonly MailTemplateName[] = Object.keys(definitions) as MailTemplateName[];

export const isMailTemplateName = (name: string): name is MailTemplateName =>
  mailTemplateNames.some((each) => each === name);

/** The name of the product or of the account's pages, which every mail knows. */
export const commonLocal = 'product';

/** The names that a template may use, and the subset of names whose values are links. */
export function templateLocals(name: MailTemplateName): { names: string[]; links: string[] } {
  const entries = Object.entries(definitions[name].locals);
  return {
    names: [...entries.map(([local]) => local), commonLocal],
    links: entries.filter(([, kind]) => kind === 'link').map(([local]) => local),
  };
}
