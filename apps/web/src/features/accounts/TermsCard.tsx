import { Box, Typography } from '@mui/material';
import type { Account } from '@stellwerk/contract/account';
import { type accountTerms, updateAccountTerms } from '@stellwerk/contract/account-settings';
import { type Language, languages } from '@stellwerk/contract/text';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { Form } from '../../ui/form/Form.tsx';
import { FormActions } from '../../ui/form/FormActions.tsx';
import { TextInput } from '../../ui/form/TextInput.tsx';
import { Card } from '../../ui/surface/Card.tsx';
import { useAccountTerms, useSettingsActions } from './account.queries.ts';

type Terms = z.output<typeof accountTerms>;

const schema = updateAccountTerms.body;
const nothing = { title: '', text: '' };

function InheritedText({ title, text, label }: { title: string; text: string; label: string }) {
  return (
    <Box
      role="region"
      aria-label={label}
      tabIndex={0}
      sx={{
        maxHeight: (theme) => theme.spacing(24),
        overflow: 'auto',
        p: 1.5,
        border: 1,
        borderColor: 'border.main',
        borderRadius: 1,
        bgcolor: 'background.raised',
      }}
    >
      <Typography variant="caption" component="div" color="textSecondary" sx={{ mb: 0.5 }}>
        {label}
      </Typography>
      <Typography sx={{ fontWeight: 500 }}>{title}</Typography>
      <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Typography>
    </Box>
  );
}

function LanguageFields({ language, terms }: { language: Language; terms: Terms }) {
  const { t } = useTranslation('accounts');
  const own: unknown = useWatch({ name: 'own' });
  const hasOwn = Object.values(own ?? {}).some(({ text }: { text?: string }) => Boolean(text));
  const inherited = terms.inherited[language];
  const name = t(`terms.language.${language}`);
  const from = terms.inheritedFrom;
  return (
    <Box
      component="fieldset"
      sx={{ border: 0, m: 0, p: 0, minWidth: 0, display: 'flex', flexDirection: 'column', gap: 2 }}
    >
      <Typography component="legend" variant="h3" sx={{ p: 0, mb: 1.5 }}>
        {name}
      </Typography>
      <TextInput name={`own.${language}.title`} label={t('terms.heading')} maxLength={200} />
      <TextInput name={`own.${language}.text`} label={t('terms.text')} rows={5} help={t('terms.textHelp')} />
      {inherited && !hasOwn && (
        <InheritedText
          {...inherited}
          label={
            from
              ? t('terms.inheritedFrom', { name: from.name, language: name })
              : t('terms.inherited', { language: name })
          }
        />
      )}
    </Box>
  );
}

export function TermsCard({ account }: { account: Account }) {
  const { t } = useTranslation('accounts');
  const { data, error, refetch } = useAccountTerms(account.id);
  const { setTerms } = useSettingsActions(account.id);
  return (
    <Card title={t('terms.title')}>
      {error && <ErrorState compact error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeletons shape="lines" />}
      {data && (
        <Form
          key={JSON.stringify(data)}
          schema={schema}
          defaultValues={{ own: { de: data.own.de ?? nothing, en: data.own.en ?? nothing } }}
          onSubmit={async (values) => {
            await setTerms(values);
            showToast({ message: t('saved') });
          }}
        >
          <Typography color="textSecondary">{t('terms.description')}</Typography>
          {languages.map((language) => (
            <LanguageFields key={language} language={language} terms={data} />
          ))}
          <FormActions needsChange />
        </Form>
      )}
    </Card>
  );
}
