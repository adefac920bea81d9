import { type Branding, localName, type SettingValues } from '@stellwerk/contract/setting';
import type { Language } from '@stellwerk/contract/text';
import type { Db } from '../../platform/db/db.ts';
import { accountOfDomain } from '../accounts/index.ts';
import { inherit } from './inherit.ts';
import { levelsOf } from './setting.store.ts';

/** Effective settings of an account: its own, else those of the nearest account above, else the defaults. */
export const effectiveSettings = async (db: Db, accountId: number): Promise<SettingValues> =>
  inherit(await levelsOf(db, accountId)).values;

/** Settings of the account of a domain; other hosts show those of the topmost account. */
export async function domainSettings(db: Db, domain: string): Promise<SettingValues> {
  const accountId = await accountOfDomain(db, domain);
  return accountId === undefined ? inherit([]).values : effectiveSettings(db, accountId);
}

function pageOf(look: SettingValues, caller: SettingValues, language: Language): Branding['page'][Language] {
  const text = (name: 'pageTitle' | 'copyright' | 'imprint' | 'aboutUs' | 'dataProtection') =>
    look[localName(name, language)] ?? null;
  return {
    title: text('pageTitle'),
    footer: look[localName('footer', language)] ?? true,
    copyright: text('copyright'),
    imprint: text('imprint'),
    aboutUs: text('aboutUs'),
    dataProtection: text('dataProtection'),
    shop: caller['rd-7759-iot-shop'] ? (caller[localName('shop', language)] ?? null) : null,
  };
}

/** The look follows the visited domain; contact and links to other systems follow the account of the caller. */
export const brandingOf = (look: SettingValues, caller: SettingValues = look): Branding => ({
  language: look.language ?? null,
  colourMode: look.colourMode ?? null,
  primaryColour: look.primaryColour ?? null,
  logo: look.logo ?? null,
  favicon: look.favicon ?? null,
  background: look.background ?? null,
  logoPosition: look.logoPosition ?? 'center',
  drawerIconLink: look.drawerIconLink ?? null,
  dashboardUrl: caller.dashboardUrl ?? null,
  lorawanUrl: caller.lorawanUrl ?? null,
  contact: caller.feedbackRecipient ?? null,
  page: { de: pageOf(look, caller, 'de'), en: pageOf(look, caller, 'en') },
});

export async function readBrandingFor(
  db: Db,
  { domain, accountId }: { domain: string; accountId?: number | undefined },
): Promise<Branding> {
  const look = await domainSettings(db, domain);
  return brandingOf(look, accountId === undefined ? look : await effectiveSettings(db, accountId));
}
