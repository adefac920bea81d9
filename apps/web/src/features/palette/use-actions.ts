import { useColorScheme } from '@mui/material';
import type { PermissionRule } from '@stellwerk/contract/core/permission';
import type { Session } from '@stellwerk/contract/session';
import { Keyboard, Languages, LogOut, type LucideIcon, Moon, Plus, Sun, UserPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { can } from '../../lib/abilities.ts';
import { chooseLanguage, currentLanguage } from '../../lib/i18n.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { useLogout } from '../session/index.ts';
import type { PaletteItem } from './palette-item.ts';
import { paletteStore } from './palette-store.ts';
import { useSynonyms } from './use-synonyms.ts';

interface Creation {
  name: 'createDevice' | 'createDashboard' | 'createConnector' | 'createUser';
  permission: PermissionRule;
  path: string;
  icon?: LucideIcon;
}

const creationsFor = (accountId: number): Creation[] => [
  { name: 'createDevice', permission: 'VirtualDevice.manage', path: '/virtual-devices/create' },
  { name: 'createDashboard', permission: 'Dashboards.manage', path: '/dashboards?create=true' },
  { name: 'createConnector', permission: 'all.manage', path: '/connectors/create' },
  {
    name: 'createUser',
    permission: 'UserManagement.create',
    path: `/account-mgmt/user/${accountId}`,
    icon: UserPlus,
  },
];

/** Global actions for which the user has permission. */
export function useActions(session: Session): PaletteItem[] {
  const { t } = useTranslation('palette');
  const { colorScheme, setMode } = useColorScheme();
  const synonymsOf = useSynonyms();
  const logout = useLogout();
  const isDark = colorScheme === 'dark';
  const otherLanguage = currentLanguage() === 'de' ? 'en' : 'de';
  // The palette is gone by then, and callbacks of `mutate` end with their component.
  const leave = () =>
    void logout.mutateAsync().catch((error: Error) => showToast({ status: 'error', message: error.message }));

  const creations = creationsFor(session.user?.tenantId ?? 0)
    .filter(({ permission }) => can(session, permission))
    .map(
      ({ name, path, icon = Plus }): PaletteItem => ({
        key: name,
        title: t(`actions.${name}`),
        synonyms: synonymsOf(name),
        icon,
        does: { path },
      }),
    );
  const own = (name: string, title: string, icon: LucideIcon, run: () => void): PaletteItem => ({
    key: name,
    title,
    synonyms: synonymsOf(name),
    icon,
    does: { run },
  });
  return [
    ...creations,
    isDark
      ? own('lightMode', t('actions.lightMode'), Sun, () => setMode('light'))
      : own('darkMode', t('actions.darkMode'), Moon, () => setMode('dark')),
    own('language', t('actions.language'), Languages, () => void chooseLanguage(otherLanguage)),
    own('keys', t('actions.keys'), Keyboard, () => paletteStore.show('keys')),
    own('logout', t('actions.logout'), LogOut, leave),
  ];
}
