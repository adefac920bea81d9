import { Box, Divider, MenuItem, type MenuItemProps, MenuList, Typography, useColorScheme } from '@mui/material';
import { anyOf } from '@stellwerk/contract/core/permission';
import type { SessionUser } from '@stellwerk/contract/session';
import { languages } from '@stellwerk/contract/text';
import { CalendarClock, CircleQuestionMark, CircleUser, FileCode2, LogOut, MessageSquare } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLogout } from '../../features/session/session.queries.ts';
import { useCan } from '../../lib/abilities.ts';
import { chooseLanguage, currentLanguage } from '../../lib/i18n.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { ChoiceRow } from '../../ui/input/ChoiceRow.tsx';
import { useNavigation } from '../../ui/navigation/use-navigation.ts';
import { AccountSwitch } from './AccountSwitch.tsx';
import { ColourSchemeSwitch } from './ColourSchemeSwitch.tsx';
import { fullName } from './user-name.ts';

const seesExports = anyOf('DigitalTwin.read', 'VirtualDevice.read');
const colourModes = ['light', 'dark', 'system'] as const;

/** A menu item is not a link by itself. This one is, so that the browser can open it in another tab. */
function MenuLink({ to, ...rest }: MenuItemProps<'a'> & { to: string }) {
  const { addressOf } = useNavigation();
  return <MenuItem {...rest} component="a" href={addressOf(to)} />;
}

interface UserPanelProps {
  user: SessionUser;
  onClose: () => void;
  onFeedback: () => void;
}

/** The user's identity, the language and colour choices, and the logout. */
export function UserPanel({ user, onClose, onFeedback }: UserPanelProps) {
  const { t } = useTranslation('app');
  const { mode, setMode } = useColorScheme();
  const logout = useLogout();
  const seesSchedules = useCan(seesExports);

  function leave() {
    onClose();
    // The panel is gone by then, and callbacks of `mutate` end with their component.
    logout.mutateAsync().catch((error: Error) => showToast({ status: 'error', message: error.message }));
  }

  return (
    <>
      <Box sx={{ px: 1.25, pt: 0.75, pb: 1.25 }}>
        <Typography noWrap sx={{ fontWeight: 600 }}>
          {fullName(user)}
        </Typography>
        <Typography noWrap variant="body2" sx={{ color: 'text.secondary' }}>
          {user.email}
        </Typography>
        <Typography noWrap variant="body2" sx={{ color: 'text.secondary' }}>
          {user.tenantName}
        </Typography>
      </Box>
      <Divider sx={{ mb: 0.75 }} />
      <AccountSwitch />
      <ChoiceRow
        label={t('userMenu.language')}
        options={languages.map((value) => ({ value, label: t(`language.${value}`) }))}
        value={currentLanguage()}
        onChoose={(language) => void chooseLanguage(language)}
      />
      <ChoiceRow
        label={t('userMenu.colourMode')}
        options={colourModes.map((value) => ({ value, label: t(`colourMode.${value}`) }))}
        value={mode ?? 'system'}
        onChoose={setMode}
      />
      <ColourSchemeSwitch />
      <Divider sx={{ my: 0.75 }} />
      <MenuList disablePadding aria-label={t('userMenu.actions')}>
        <MenuLink to="/user-profile" onClick={onClose}>
          <CircleUser aria-hidden />
          {t('userMenu.profile')}
        </MenuLink>
        {seesSchedules && (
          <MenuLink to="/scheduled-exports" onClick={onClose}>
            <CalendarClock aria-hidden />
            {t('screens./scheduled-exports')}
          </MenuLink>
        )}
        <MenuLink to="/help" onClick={onClose}>
          <CircleQuestionMark aria-hidden />
          {t('screens./help')}
        </MenuLink>
        <MenuLink to="/api" onClick={onClose}>
          <FileCode2 aria-hidden />
          {t('screens./api')}
        </MenuLink>
        <MenuItem onClick={onFeedback}>
          <MessageSquare aria-hidden />
          {t('userMenu.feedback')}
        </MenuItem>
        <MenuItem onClick={leave}>
          <LogOut aria-hidden />
          {t('userMenu.logout')}
        </MenuItem>
      </MenuList>
    </>
  );
}
