import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/surface/Card.tsx';
import { TextSetting } from './SettingInputs.tsx';
import { SettingsForm } from './SettingsForm.tsx';
import type { TabProps } from './tab-props.ts';

const names = ['mapDefault', 'mapSatellite', 'mapStreets', 'mapCombo'] as const;

/** Styles or tiles of maps, beside the map that works without the internet. */
export function MapsTab(props: TabProps) {
  const { t } = useTranslation('settings');
  return (
    <Card title={t('tab.maps')} subtitle={t('maps.subtitle')}>
      <SettingsForm {...props} names={names}>
        {names.map((name) => (
          <TextSetting
            key={name}
            name={name}
            label={t(`field.${name}`)}
            info={t('info.map')}
            placeholder="https://tiles.example.org/{z}/{x}/{y}.png"
          />
        ))}
      </SettingsForm>
    </Card>
  );
}
