import type { KindText } from '@stellwerk/plugin/connector-web';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { loadNamespaceTexts } from '../../../lib/i18n.ts';
import { connectorWebs, namespaceOf } from './all-kinds.ts';

const namespaces = [...connectorWebs.keys()].map(namespaceOf);
loadNamespaceTexts(...namespaces);

export interface KindTexts {
  /** A kind that this program does not know is called by its type. */
  title: (type: string) => string;
  description: (type: string) => string;
  /** Undefined where the kind brings no such text. */
  find: (type: string, key: string) => string | undefined;
  of: (type: string) => KindText;
}

/** The words of all kinds that have a web half. */
export function useKindTexts(): KindTexts {
  const { t, i18n } = useTranslation(namespaces);
  return useMemo(() => {
    const find = (type: string, key: string): string | undefined => {
      const full = `${namespaceOf(type)}:${key}`;
      return connectorWebs.has(type) && i18n.exists(full) ? t(full) : undefined;
    };
    return {
      title: (type) => find(type, 'title') ?? type,
      description: (type) => find(type, 'description') ?? '',
      find,
      of: (type) => (key, values) => t(`${namespaceOf(type)}:${key}`, values ?? {}),
    };
  }, [t, i18n]);
}
