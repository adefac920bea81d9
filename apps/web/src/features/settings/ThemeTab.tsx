import { Box } from '@mui/material';
import { logoPositions } from '@stellwerk/contract/setting';
import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/surface/Card.tsx';
import { ColourSetting } from './ColourSetting.tsx';
import { ImageSetting } from './ImageSetting.tsx';
import { ChoiceSetting, TextSetting } from './SettingInputs.tsx';
import { SettingsForm } from './SettingsForm.tsx';
import type { TabProps } from './tab-props.ts';

const images = ['logo', 'favicon', 'background'] as const;
const names = ['primaryColour', ...images, 'logoPosition', 'drawerIconLink'] as const;

/** Colours and images of the domains of an account. */
export function ThemeTab(props: TabProps) {
  const { t } = useTranslation('settings');
  return (
    <Card title={t('tab.theme')} subtitle={t('theme.subtitle')}>
      <SettingsForm {...props} names={names}>
        <ColourSetting label={t('field.primaryColour')} />
        <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr 1fr' } }}>
          {images.map((name) => (
            <ImageSetting key={name} name={name} label={t(`field.${name}`)} />
          ))}
        </Box>
        <ChoiceSetting
          name="logoPosition"
          label={t('field.logoPosition')}
          options={logoPositions.map((value) => ({ value, label: t(`logoPosition.${value}`) }))}
        />
        <TextSetting
          name="drawerIconLink"
          label={t('field.drawerIconLink')}
          info={t('info.drawerIconLink')}
          type="url"
          placeholder="https://www.example.org"
        />
      </SettingsForm>
    </Card>
  );
}
