import type { KindText, WidgetWeb } from '@stellwerk/plugin/widget-web';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { loadNamespaceTexts, pluginNamespaces } from '../../../lib/i18n.ts';

const found = import.meta.glob<WidgetWeb>('../../../../../../plugins/widgets/*/web.tsx', {
  eager: true,
  import: 'web',
});

/** `…/plugins/widgets/chart/web.tsx` is the web half of `chart`. */
const typeOf = (file: string) => file.split('/').at(-2) ?? '';

/** By type. A kind of the server without a web half is shown by the server's description. */
export const widgetWebs: ReadonlyMap<string, WidgetWeb> = new Map(
  Object.entries(found).map(([file, web]) => [typeOf(file), web]),
);

/** Namespace of a kind's texts. */
export const namespaceOf = (type: string) => `widget-${type}`;

/** In display order; kinds without a web half are last. */
export function sortedKinds<Kind extends { type: string }>(kinds: readonly Kind[]): Kind[] {
  const place = ({ type }: Kind) => widgetWebs.get(type)?.order ?? Number.MAX_SAFE_INTEGER;
  return kinds.toSorted((left, right) => place(left) - place(right) || left.type.localeCompare(right.type));
}

const namespaces = pluginNamespaces('widget-');
loadNamespaceTexts(...namespaces);

export interface WidgetTexts {
  /** The title of a kind; the type for kinds without a web half. */
  title: (type: string) => string;
  description: (type: string) => string;
  /** Undefined if the kind has no such text. */
  find: (type: string, key: string) => string | undefined;
  of: (type: string) => KindText;
}

/** The texts of all kinds with a web half; the same object until the language changes. */
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
