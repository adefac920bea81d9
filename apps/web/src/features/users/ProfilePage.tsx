import { Box, Typography, useColorScheme } from '@mui/material';
import type { SessionUser } from '@stellwerk/contract/session';
import { languages } from '@stellwerk/contract/text';
import { ownProfile } from '@stellwerk/contract/user';
import { useTranslation } from 'react-i18next';
import { chooseLanguage, currentLanguage } from '../../lib/i18n.ts';
import { useSession } from '../../lib/session.ts';
import { useChoice } from '../../lib/storage.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { Form } from '../../ui/form/Form.tsx';
import { FormActions } from '../../ui/form/FormActions.tsx';
import { SelectInput } from '../../ui/form/SelectInput.tsx';
import { TextInput } from '../../ui/form/TextInput.tsx';
import { ChoiceRow } from '../../ui/input/ChoiceRow.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Card } from '../../ui/surface/Card.tsx';
import { Facts } from '../../ui/surface/Facts.tsx';
import { OwnApiKeys } from '../api-keys/index.ts';
import { OwnSignInServices } from '../federated/index.ts';
import { OwnSessions, TwoFactorSection } from '../session/index.ts';
import { PasswordCard } from './PasswordCard.tsx';
import { useOwnProfile } from './password.queries.ts';
import { userName } from './user-name.ts';

const colourModes = ['light', 'dark', 'system'] as const;
const densities = ['comfortable', 'compact'] as const;

function ProfileCard({ user }: { user: SessionUser }) {
  const { t } = useTranslation(['users', 'app']);
  const { save } = useOwnProfile();
  const { firstName, lastName, language } = user;
  return (
    <Card title={t('profile.title')}>
      <Form
        schema={ownProfile}
        defaultValues={{ firstName, lastName, language }}
        onSubmit={async (values) => {
          await save(values);
          showToast({ message: t('profile.saved') });
        }}
      >
        <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
          <TextInput name="firstName" label={t('field.firstName')} autoComplete="given-name" maxLength={100} />
          <TextInput name="lastName" label={t('field.lastName')} autoComplete="family-name" maxLength={100} />
        </Box>
        <SelectInput
          name="language"
          label={t('profile.language')}
          emptyAs="null"
          options={languages.map((value) => ({ value, label: t(`app:language.${value}`) }))}
        />
        <Facts
          facts={[
            { label: t('field.email'), value: user.email },
            { label: t('field.username'), value: user.username },
            { label: t('column.account'), value: user.tenantName },
          ]}
        />
        <Typography variant="body2" color="textSecondary">
          {t('profile.emailHelp')}
        </Typography>
        <FormActions needsChange />
      </Form>
    </Card>
  );
}

/** Choices that the browser stores; the user menu has the same ones. */
function SettingsCard() {
  const { t } = useTranslation(['users', 'app']);
  const { mode, setMode } = useColorScheme();
  const [density, setDensity] = useChoice('density', 'comfortable');
  return (
    <Card title={t('settings.title')}>
      <Box sx={{ display: 'grid', gap: 1, mx: -1.25 }}>
        <ChoiceRow
          label={t('app:userMenu.language')}
          options={languages.map((value) => ({ value, label: t(`app:language.${value}`) }))}
          value={currentLanguage()}
          onChoose={(language) => void chooseLanguage(language)}
        />
        <ChoiceRow
          label={t('app:userMenu.colourMode')}
          options={colourModes.map((value) => ({ value, label: t(`app:colourMode.${value}`) }))}
          value={mode ?? 'system'}
          onChoose={setMode}
        />
        <ChoiceRow
          label={t('settings.density')}
          options={densities.map((value) => ({ value, label: t(`settings.densities.${value}`) }))}
          value={density}
          onChoose={setDensity}
        />
      </Box>
    </Card>
  );
}

/** The user's own data, sign-in methods and appearance. */
export function ProfilePage() {
  const { t } = useTranslation('users');
  const user = useSession()?.user;
  if (!user) return null;
  const half = { display: 'grid', gap: 2, alignContent: 'start', minWidth: 0 };
  return (
    <Page id="profile" title={userName(user)} description={t('profile.description')}>
      <Box sx={{ display: 'grid', gap: 3 }}>
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
          }}
        >
          <Box sx={half}>
            <ProfileCard key={user.id} user={user} />
            <SettingsCard />
          </Box>
          <Box sx={half}>
            <PasswordCard user={user} />
            <TwoFactorSection />
            <Card title={t('profile.services')}>
              <OwnSignInServices />
            </Card>
          </Box>
        </Box>
        <OwnSessions />
        <OwnApiKeys />
      </Box>
    </Page>
  );
}
