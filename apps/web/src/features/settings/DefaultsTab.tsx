import { colourModes } from '@stellwerk/contract/setting';
import { languages } from '@stellwerk/contract/text';
import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/surface/Card.tsx';
import { ChoiceSetting } from './SettingInputs.tsx';
import { SettingsForm } from './SettingsForm.tsx';
import type { TabProps } from './tab-props.ts';

const names = ['language', 'colourMode'] as const;

/** For visitors and users who have not chosen otherwise. */
export function DefaultsTab(props: TabProps) {
  const { t } = useTranslation(['settings', 'app']);
  return (
    <Card title={t('tab.defaults')} subtitle={t('defaults.subtitle')}>
      <SettingsForm {...props} names={names}>
        <ChoiceSetting
          name="language"
          label={t('field.language')}
          options={languages.map((value) => ({ value, label: t(`app:language.${value}`) }))}
        />
        <ChoiceSetting
          name="colourMode"
          label={t('field.colourMode')}
          options={colourModes.map((value) => ({ value, label: t(`app:colourMode.${value}`) }))}
        />
      </SettingsForm>
    </Card>
  );
}
