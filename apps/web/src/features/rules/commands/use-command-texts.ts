import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { bringTexts } from '../../../lib/i18n.ts';
import { commandWebs, namespaceOf } from './all-kinds.ts';

const namespaces = ['rules', ...[...commandWebs.keys()].map(namespaceOf)];
bringTexts(...namespaces);

/** The words of all kinds of commands that have a web half. */
export function useCommandTexts() {
  const { t, i18n } = useTranslation(namespaces);
  return useMemo(() => {
    const find = (type: string, key: string): string | undefined => {
      const full = `${namespaceOf(type)}:${key}`;
      return commandWebs.has(type) && i18n.exists(full) ? t(full) : undefined;
    };
    return {
      /** A kind that this program does not know is called by its type. */
      title: (type: string) => find(type, 'title') ?? type,
      description: (type: string) => find(type, 'description') ?? '',
      /** Undefined where the kind brings no such text. */
      find,
      /** A command in one line, as far as its options tell it. */
      summary: (type: string, options: Readonly<Record<string, unknown>>) =>
        commandWebs.get(type)?.summary(options, (key, values) => t(`${namespaceOf(type)}:${key}`, values ?? {})) ?? '',
    };
  }, [t, i18n]);
}
export type CommandTexts = ReturnType<typeof useCommandTexts>;
