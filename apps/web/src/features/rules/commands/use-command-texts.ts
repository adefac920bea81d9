import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { loadNamespaceTexts } from '../../../lib/i18n.ts';
import { commandWebs, namespaceOf } from './all-kinds.ts';

const namespaces = ['rules', ...[...commandWebs.keys()].map(namespaceOf)];
loadNamespaceTexts(...namespaces);

/** The texts of all kinds of commands with a web half. */
export function useCommandTexts() {
  const { t, i18n } = useTranslation(namespaces);
  return useMemo(() => {
    const find = (type: string, key: string): string | undefined => {
      const full = `${namespaceOf(type)}:${key}`;
      return commandWebs.has(type) && i18n.exists(full) ? t(full) : undefined;
    };
    return {
      /** The title of a kind; the type for kinds without a web half. */
      title: (type: string) => find(type, 'title') ?? type,
      description: (type: string) => find(type, 'description') ?? '',
      /** Undefined if the kind has no such text. */
      find,
      /** A command in one line, from its options. */
      summary: (type: string, options: Readonly<Record<string, unknown>>) =>
        commandWebs.get(type)?.summary(options, (key, values) => t(`${namespaceOf(type)}:${key}`, values ?? {})) ?? '',
    };
  }, [t, i18n]);
}
export type CommandTexts = ReturnType<typeof useCommandTexts>;
