import { useTranslation } from 'react-i18next';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** A key together with the one that makes it a command, as this keyboard names them. */
export function useKeyText(): (key: string) => string {
  const { t } = useTranslation('drivers');
  return (key) => (isApple ? `⌘ ${key}` : t('key.control', { key }));
}
