import { Box } from '@mui/material';
import { localName } from '@stellwerk/contract/setting';
import { type Language, languages } from '@stellwerk/contract/text';
import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/surface/Card.tsx';
import { SwitchSetting, TextSetting } from './SettingInputs.tsx';
import { SettingsForm } from './SettingsForm.tsx';
import type { TabProps } from './tab-props.ts';

const links = ['imprint', 'aboutUs', 'dataProtection'] as const;
const fields = ['pageTitle', 'footer', 'copyright', ...links] as const;

function LanguageCard({ language, ...props }: TabProps & { language: Language }) {
  const { t } = useTranslation(['settings', 'app']);
  const names = fields.map((name) => localName(name, language));
  return (
    <Card title={t(`app:language.${language}`)}>
      <SettingsForm {...props} names={names}>
        <TextSetting
          name={localName('pageTitle', language)}
          label={t('field.pageTitle')}
          info={t('info.pageTitle')}
          maxLength={60}
        />
        <SwitchSetting name={localName('footer', language)} label={t('field.footer')} />
        <TextSetting name={localName('copyright', language)} label={t('field.copyright')} maxLength={200} />
        {links.map((name) => (
          <TextSetting
            key={name}
            name={localName(name, language)}
            label={t(`field.${name}`)}
            type="url"
            placeholder="https://www.example.org"
          />
        ))}
      </SettingsForm>
    </Card>
  );
}

/** Title and footer by language. */
export function PagesTab(props: TabProps) {
  return (
    <Box sx={{ display: 'grid', gap: 2, alignItems: 'start', gridTemplateColumns: { xs: '1fr', lg: '1fr 1fr' } }}>
      {languages.map((language) => (
        <LanguageCard key={language} {...props} language={language} />
      ))}
    </Box>
  );
}
