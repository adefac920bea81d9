import { defaultLanguage, isLanguage, type Language, languages } from '@stellwerk/contract/text';
import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { readChoice, rememberChoice } from './storage.ts';

/**
 * Texts of a folder form the namespace of its name: `features/home/locales/de.json` is `home`,
 * `plugins/connectors/mqtt-broker/locales/de.json` is `connector-mqtt-broker`, `plugins/commands/mail/…` is `command-mail`
 * and `plugins/widgets/chart/…` is `widget-chart`. A feature adds to the texts of another one by files with its name:
 * `features/twins/locales/activity.de.json` belongs to the namespace `activity`.
 */
const files = import.meta.glob<Record<string, unknown>>(
  [
    '../app/locales/*.json',
    '../ui/locales/*.json',
    '../features/*/locales/*.json',
    '../../../../plugins/connectors/*/locales/*.json',
    '../../../../plugins/commands/*/locales/*.json',
    '../../../../plugins/widgets/*/locales/*.json',
  ],
  { import: 'default' },
);

const pluginFolders = { 'connector-': 'connectors', 'command-': 'commands', 'widget-': 'widgets' };

function pathOf(namespace: string, language: string): string {
  for (const [prefix, folder] of Object.entries(pluginFolders)) {
    if (!namespace.startsWith(prefix)) continue;
    return `../../../../plugins/${folder}/${namespace.slice(prefix.length)}/locales/${language}.json`;
  }
  const isFrame = namespace === 'app' || namespace === 'ui';
  return `../${isFrame ? '' : 'features/'}${namespace}/locales/${language}.json`;
}

/** All namespaces of plug-ins whose texts have this prefix. */
export const pluginNamespaces = (prefix: keyof typeof pluginFolders): string[] => {
  const folder = `/plugins/${pluginFolders[prefix]}/`;
  const names = Object.keys(files).flatMap((file) => file.split(folder)[1]?.split('/')[0] ?? []);
  return [...new Set(names)].map((name) => `${prefix}${name}`);
};

/** Namespaces of the code that has been loaded. */
const present = new Set<string>();

/** The build lists the namespaces that a module uses; namespaces in dynamic keys are listed by hand. */
export function loadNamespaceTexts(...namespaces: string[]): void {
  for (const namespace of namespaces) present.add(namespace);
}

/** Suspending for the texts of one part would hide the visible page for a moment. */
export const loadPresentTexts = () => i18n.loadNamespaces([...present]);

const fallbackLanguage: Language = 'en';

type Texts = Record<string, unknown>;
const isTexts = (value: unknown): value is Texts => typeof value === 'object' && value !== null;

/** Merges texts recursively. */
function joined(into: Texts, more: Texts): Texts {
  const result = { ...into };
  for (const [key, value] of Object.entries(more)) {
    const known = result[key];
    result[key] = isTexts(known) && isTexts(value) ? joined(known, value) : value;
  }
  return result;
}

async function readTexts(namespace: string, language: string): Promise<Texts> {
  const load = files[pathOf(namespace, language)] ?? files[pathOf(namespace, fallbackLanguage)];
  if (!load) throw new Error(`No texts for ${namespace} in ${language}`);
  const added = Object.keys(files).filter((file) => file.endsWith(`/locales/${namespace}.${language}.json`));
  const parts = await Promise.all([load, ...added.map((file) => files[file])].map((read) => read?.()));
  return parts.reduce<Texts>((all, part) => joined(all, part ?? {}), {});
}

const texts: BackendModule = {
  type: 'backend',
  init() {},
  read(language, namespace, done) {
    readTexts(namespace, language).then(
      (resource) => done(null, resource),
      (cause: unknown) => done(cause instanceof Error ? cause : new Error(String(cause)), null),
    );
  },
};

export const i18n = i18next.createInstance();

export function currentLanguage(): Language {
  const language = i18n.resolvedLanguage ?? i18n.language;
  return isLanguage(language) ? language : defaultLanguage;
}

/** The browser's first supported language, for visitors who have not chosen one. */
export function browserLanguage(): Language {
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return wanted.find(isLanguage) ?? fallbackLanguage;
}

/** Resolves when the texts of the shell are loaded; those of a feature load with its first page. */
export async function startI18n(preferred: Language = defaultLanguage): Promise<void> {
  i18n.on('languageChanged', (language) => {
    document.documentElement.lang = language;
  });
  const language = readChoice('language', preferred);
  await i18n
    .use(texts)
    .use(initReactI18next)
    .init({
      lng: isLanguage(language) ? language : preferred,
      // The library would load two languages at once; the fallback is loaded only where a file is missing.
      fallbackLng: false,
      supportedLngs: [...languages],
      ns: ['app'],
      defaultNS: 'app',
      interpolation: { escapeValue: false },
      returnNull: false,
      react: { useSuspense: true },
    });
}

export async function chooseLanguage(language: Language): Promise<void> {
  rememberChoice('language', language);
  await i18n.changeLanguage(language);
}
