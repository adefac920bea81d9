import { z } from 'zod';
import { dataOf } from './core/envelope.ts';
import { textIdOf } from './core/id.ts';
import { defineRoute, raw } from './core/route.ts';
import { featureFlagNames } from './session.ts';
import { type Language, languages } from './text.ts';

const tag = 'settings';

export const colourModes = ['light', 'dark', 'system'] as const;
export const logoPositions = ['left', 'center', 'right', 'center-overlap'] as const;

/** Addresses that the web client renders as links; other schemes could run a script. */
const webAddress = z.url({ protocol: /^https?$/ }).max(2_000);
/** Text of one line: what a reader sees is exactly this text, markup included. */
const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^[^\p{Cc}]*$/u);

/** A stored image has an address; a new one is sent as a data URL of png, jpeg, webp or gif. */
const imageAddress = /^\/api\/v1\/theming\/images\/[0-9a-f]{64}$/;
export const imageLimits = { logo: 524_288, favicon: 131_072, background: 2_097_152 } as const;
export type ImageSetting = keyof typeof imageLimits;
const image = (maxBytes: number) =>
  z.union([
    z.string().regex(imageAddress),
    z
      .string()
      .max(Math.ceil(maxBytes / 3) * 4 + 40)
      .regex(/^data:image\/[a-z0-9.+-]{1,20};base64,[A-Za-z0-9+/]+={0,2}$/),
  ]);

/** Style sheet or tiles of a map; braces are filled by the map itself, so they can't be in the host. */
const mapAddress = z
  .string()
  .trim()
  .max(2_000)
  .regex(/^https?:\/\/[^/{}?#@\s;,]+(\/[^\s;,]*)?$/);

const text = {
  pageTitle: line(60),
  copyright: line(200),
  imprint: webAddress,
  aboutUs: webAddress,
  dataProtection: webAddress,
  footer: z.boolean(),
  shop: webAddress,
} as const;
export type LocalSetting = keyof typeof text;

type Suffixed<N extends string> = `${N}${Capitalize<Language>}`;
const suffixes: Record<Language, Capitalize<Language>> = { de: 'De', en: 'En' };

/** The name of a setting that each language has its own value of: `pageTitleDe`. */
export const localName = <N extends LocalSetting>(name: N, language: Language) =>
  `${name}${suffixes[language]}` as Suffixed<N>;

type LocalShape = { [N in LocalSetting as Suffixed<N>]: (typeof text)[N] };
const localShape = Object.fromEntries(
  Object.entries(text).flatMap(([name, schema]) =>
    languages.map((language) => [`${name}${suffixes[language]}`, schema]),
  ),
) as unknown as LocalShape;

type FlagShape = Record<(typeof featureFlagNames)[number], z.ZodBoolean>;
const flagShape = Object.fromEntries(featureFlagNames.map((name) => [name, z.boolean()])) as FlagShape;

const shape = {
  language: z.enum(languages),
  colourMode: z.enum(colourModes),
  primaryColour: z
    .string()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/),
  logo: image(imageLimits.logo),
  favicon: image(imageLimits.favicon),
  background: image(imageLimits.background),
  logoPosition: z.enum(logoPositions),
  drawerIconLink: webAddress,
  dashboardUrl: webAddress,
  lorawanUrl: webAddress,
  feedbackRecipient: z.email().max(254),
  mapDefault: mapAddress,
  mapSatellite: mapAddress,
  mapStreets: mapAddress,
  mapCombo: mapAddress,
  ...localShape,
  ...flagShape,
};

/** Own values of an account; an absent setting is inherited. */
export const settingValues = z.object(shape).partial();
export type SettingValues = z.output<typeof settingValues>;
export type SettingName = keyof SettingValues;
export const settingNames = Object.keys(shape) as SettingName[];

type Nullable = { [K in keyof typeof shape]: z.ZodOptional<z.ZodNullable<(typeof shape)[K]>> };
/** Null removes the own value, so that the setting is inherited again; absent settings stay. */
export const settingChange = z.strictObject(
  Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, schema.nullable().optional()])) as Nullable,
);

export const accountSettings = z.object({
  own: settingValues,
  /** The values without own ones, and where they come from: an account above, or the product itself. */
  inherited: settingValues,
  /** By setting; absent for the default of the product, null for an account that the caller may not see. */
  sources: z.record(z.string(), z.object({ id: z.int(), name: z.string() }).nullable()),
});
export type AccountSettings = z.output<typeof accountSettings>;

const params = z.object({ tenantId: textIdOf('account') });

export const readSettings = defineRoute({
  method: 'GET',
  path: '/api/v1/theming/{tenantId}',
  tag,
  summary: 'The settings of an account: own ones, inherited ones, and where these come from',
  permission: 'all.manage',
  params,
  response: dataOf(accountSettings),
  errors: ['ACCOUNT_NOT_FOUND'],
});

export const updateSettings = defineRoute({
  method: 'PUT',
  path: '/api/v1/theming/{tenantId}',
  tag,
  summary: 'Change settings of an account; null inherits a setting again, absent settings stay',
  permission: 'all.manage',
  params,
  body: z.object({ own: settingChange }),
  bodyLimitBytes: 4_500_000,
  response: dataOf(accountSettings),
  errors: [
    'ACCOUNT_NOT_FOUND',
    'FILE_TOO_LARGE',
    'FILE_TYPE_NOT_ALLOWED',
    'FILE_IMAGE_TOO_LARGE',
    'FILE_IMAGE_UNREADABLE',
    'SETTING_LOGO_NOT_SQUARE',
    'SETTING_FAVICON_NOT_PNG',
    'SETTING_IMAGE_UNKNOWN',
  ],
});

const perLanguage = <T extends z.ZodType>(item: T) => z.object({ de: item, en: item });

/** What a visitor of a domain sees before and after the sign-in. Empty texts and null mean that there is none. */
export const branding = z.object({
  language: z.enum(languages).nullable(),
  colourMode: z.enum(colourModes).nullable(),
  primaryColour: z.string().nullable(),
  logo: z.string().nullable(),
  favicon: z.string().nullable(),
  background: z.string().nullable(),
  logoPosition: z.enum(logoPositions),
  drawerIconLink: z.string().nullable(),
  dashboardUrl: z.string().nullable(),
  lorawanUrl: z.string().nullable(),
  contact: z.string().nullable(),
  page: perLanguage(
    z.object({
      title: z.string().nullable(),
      footer: z.boolean(),
      copyright: z.string().nullable(),
      imprint: z.string().nullable(),
      aboutUs: z.string().nullable(),
      dataProtection: z.string().nullable(),
      shop: z.string().nullable(),
    }),
  ),
});
export type Branding = z.output<typeof branding>;

/** The live topic on which clients hear that settings have changed. */
export const brandingTopic = 'branding';

export const readBranding = defineRoute({
  method: 'GET',
  path: '/api/v1/theming',
  tag,
  summary: 'Title, colours, logo and links of a domain: those of its account, else of the topmost account',
  public: true,
  query: z.object({ domain: z.string().max(253).optional() }),
  response: dataOf(branding),
});

export const readBrandingImage = defineRoute({
  method: 'GET',
  path: '/api/v1/theming/images/{hash}',
  tag,
  summary: 'A logo, favicon or background; its address changes with its content',
  public: true,
  params: z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/) }),
  response: raw('image/*'),
  errors: ['FILE_NOT_FOUND'],
});
