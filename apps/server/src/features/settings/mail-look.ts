import { brandColours } from '@stellwerk/contract/branding-colours';
import { localName } from '@stellwerk/contract/setting';
import type { Language } from '@stellwerk/contract/text';
import type { Db } from '../../platform/db/db.ts';
import type { AccountMails } from '../../platform/mail/mail.ts';
import { type MailLook, productLook } from '../../platform/mail/mail-text.ts';
import { linkBaseOf } from '../accounts/index.ts';
import { effectiveSettings } from './branding.service.ts';
import { mailTextsOf } from './mail-template.store.ts';

interface LookPlace {
  accountId: number;
  language: Language;
  /** The base URL of links for accounts without a domain. */
  linkBase: string;
}

/** Mails look like the pages of the account. */
export async function mailLookOf(db: Db, { accountId, language, linkBase }: LookPlace): Promise<MailLook> {
  const settings = await effectiveSettings(db, accountId);
  const { primaryColour, logo } = settings;
  const colours = primaryColour ? brandColours(primaryColour, 'light') : undefined;
  return {
    product: settings[localName('pageTitle', language)] ?? productLook.product,
    buttonColour: colours?.primary ?? productLook.buttonColour,
    onButton: colours?.onPrimary ?? productLook.onButton,
    ...(logo ? { logo: new URL(logo, await linkBaseOf(db, accountId, linkBase)).href } : {}),
  };
}

/** Texts and look of mails, for the platform's mailer. */
export const accountMailsOf = (db: Db, linkBase: string): AccountMails => ({
  async textOf(accountId, template, language) {
    const stored = await mailTextsOf(db, accountId, template);
    return stored.findLast((text) => text.language === language);
  },
  lookOf: (accountId, language) => mailLookOf(db, { accountId, language, linkBase }),
});
