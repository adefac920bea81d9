import { localName } from '@stellwerk/contract/setting';
import { languages } from '@stellwerk/contract/text';
import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/surface/Card.tsx';
import { TextSetting } from './SettingInputs.tsx';
import { SettingsForm } from './SettingsForm.tsx';
import type { TabProps } from './tab-props.ts';

const names = [
  'feedbackRecipient',
  'dashboardUrl',
  'lorawanUrl',
  ...languages.map((language) => localName('shop', language)),
] as const;

/** The address for feedback, and links to other systems. */
export function LinksTab(props: TabProps) {
  const { t } = useTranslation(['settings', 'app']);
  return (
    <Card title={t('tab.links')} subtitle={t('links.subtitle')}>
      <SettingsForm {...props} names={names}>
        <TextSetting
          name="feedbackRecipient"
          label={t('field.feedbackRecipient')}
          info={t('info.feedbackRecipient')}
          type="email"
          placeholder="name@example.org"
        />
        <TextSetting name="dashboardUrl" label={t('field.dashboardUrl')} info={t('info.dashboardUrl')} type="url" />
        <TextSetting name="lorawanUrl" label={t('field.lorawanUrl')} info={t('info.lorawanUrl')} type="url" />
        {languages.map((language) => (
          <TextSetting
            key={language}
            name={localName('shop', language)}
            label={t('field.shop', { language: t(`app:language.${language}`) })}
            info={t('info.shop')}
            type="url"
          />
        ))}
      </SettingsForm>
    </Card>
  );
}
