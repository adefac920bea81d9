import { Typography } from '@mui/material';
import { featureFlagNames } from '@stellwerk/contract/session';
import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/surface/Card.tsx';
import { SwitchSetting } from './SettingInputs.tsx';
import { SettingsForm } from './SettingsForm.tsx';
import type { TabProps } from './tab-props.ts';

/** Flags that show and hide parts of the product for the users of an account. */
export function FeaturesTab(props: TabProps) {
  const { t } = useTranslation('settings');
  return (
    <Card title={t('tab.features')}>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {t('features.description')}
      </Typography>
      <SettingsForm {...props} names={featureFlagNames}>
        {featureFlagNames.map((name) => (
          <SwitchSetting key={name} name={name} label={t(`flag.${name}.label`)} info={t(`flag.${name}.effect`)} />
        ))}
      </SettingsForm>
    </Card>
  );
}
