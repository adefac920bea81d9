import type { KindText, WidgetWeb } from '@stellwerk/plugin/widget-web';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { bringTexts, pluginNamespaces } from '../../../lib/i18n.ts';

const found = import.meta.glob<WidgetWeb>('../../../../../../plugins/widgets/*/web.tsx', {
  eager: true,
  import: 'web',
});

/** `…/plugins/widgets/chart/web.tsx` is the web half of `chart`. */
const typeOf = (file: string) => file.split('/').at(-2) ?? '';

/** By type; a kind of the server that is missing here is shown by what the server says about it. */
export const widgetWebs: ReadonlyMap<string, WidgetWeb> = new Map(
  Object.entries(found).map(([file, web]) => [typeOf(file), web]),
);

/** Where the texts of a kind stand. */
export const namespaceOf = (type: string) => `widget-${type}`;

/** In the order in which they are offered; kinds without a web half come last. */
export function sortedKinds<Kind extends { type: string }>(kinds: readonly Kind[]): Kind[] {
  const place = ({ type }: Kind) => widgetWebs.get(type)?.order ?? Number.MAX_SAFE_INTEGER;
  return kinds.toSorted((left, right) => place(left) - place(right) || left.type.localeCompare(right.type));
}

const namespaces = pluginNamespaces('widget-');
bringTexts(...namespaces);

export interface WidgetTexts {
  /** A kind that this program does not know is called by its type. */
  title: (type: string) => string;
  description: (type: string) => string;
  /** Undefined where the kind brings no such text. */
  find: (type: string, key: string) => string | undefined;
  of: (type: string) => KindText;
}

/** The words of all kinds that have a web half; the same object until the language changes. */
export function useWidgetTexts(): WidgetTexts {
  const { t, i18n } = useTranslation(namespaces);
  return useMemo(() => {
    const find = (type: string, key: string): string | undefined => {
      const full = `${namespaceOf(type)}:${key}`;
      return widgetWebs.has(type) && i18n.exists(full) ? t(full) : undefined;
    };
    const texts = new Map(
      [...widgetWebs.keys()].map((type): [string, KindText] => [
        type,
        (key, values) => t(`${namespaceOf(type)}:${key}`, values ?? {}),
      ]),
    );
    return {
      title: (type) => find(type, 'title') ?? type,
      description: (type) => find(type, 'description') ?? '',
      find,
      of: (type) => texts.get(type) ?? ((key) => key),
    };
  }, [t, i18n]);
}
