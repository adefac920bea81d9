import { Alert, Box, Button, Typography } from '@mui/material';
import { type MailTemplateRow, mailText } from '@stellwerk/contract/mail-template';
import { languages } from '@stellwerk/contract/text';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { Form } from '../../ui/form/Form.tsx';
import { FormActions } from '../../ui/form/FormActions.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TemplateInput } from '../../ui/form/TemplateInput.tsx';
import { TextInput } from '../../ui/form/TextInput.tsx';
import { Card } from '../../ui/surface/Card.tsx';
import { useDebouncedValue } from '../../ui/use-debounced-value.ts';
import { useMailPreview, useMailTemplates, useSaveMailTemplate } from './mail-template.queries.ts';

interface EditorProps {
  tenantId: number;
  template: MailTemplateRow;
}

/** The mail as its reader gets it. The frame runs nothing and loads nothing but the logo. */
function Preview({ tenantId, template }: EditorProps) {
  const { t } = useTranslation('settings');
  const [subject, body] = useWatch({ name: ['subject', 'body'] });
  const written = useDebouncedValue(JSON.stringify({ subject, body }));
  const text = mailText.safeParse(JSON.parse(written)).data ?? { subject: template.subject, body: template.body };
  const { data, error } = useMailPreview(template.id, { tenantId, language: template.language, text });
  return (
    <Card title={t('mails.preview')} subtitle={data?.subject ?? ''}>
      {error && <Alert severity="warning">{error.message}</Alert>}
      {data && (
        <Box
          component="iframe"
          title={t('mails.preview')}
          sandbox=""
          srcDoc={data.html}
          sx={{ width: '100%', height: (theme) => theme.spacing(60), border: 0, borderRadius: 1 }}
        />
      )}
    </Card>
  );
}

function Editor({ tenantId, template }: EditorProps) {
  const { t } = useTranslation('settings');
  const save = useSaveMailTemplate(template.id);
  const [isResetting, setResetting] = useState(false);
  const { language, subject, body, isOwn, from, templateLocals } = template;
  const source = isOwn ? t('mails.own') : from ? t('mails.inherited', { name: from.name }) : t('mails.default');
  return (
    <Form
      key={`${template.id} ${language} ${subject} ${body}`}
      schema={mailText}
      defaultValues={{ subject, body }}
      onSubmit={async (text) => {
        await save({ tenantId, language, text });
        showToast({ message: t('saved') });
      }}
    >
      <Box
        sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' } }}
      >
        <Card title={t('mails.text')} subtitle={source}>
          <Box sx={{ display: 'grid', gap: 2 }}>
            <TemplateInput
              name="subject"
              label={t('mails.subject')}
              groups={[{ title: t('mails.placeholders'), names: templateLocals }]}
              maxLength={200}
              required
            />
            <TextInput
              name="body"
              label={t('mails.body')}
              info={t('mails.markup', { example: '{{link}}' })}
              rows={14}
              required
            />
            <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
              {t('mails.available', { names: templateLocals.map((name) => `{{${name}}}`).join(' ') })}
            </Typography>
            <FormActions needsChange />
            {isOwn && (
              <Box>
                <Button variant="text" startIcon={<RotateCcw aria-hidden />} onClick={() => setResetting(true)}>
                  {t('mails.reset')}
                </Button>
              </Box>
            )}
          </Box>
        </Card>
        <Preview tenantId={tenantId} template={template} />
      </Box>
      {isResetting && (
        <ConfirmDialog
          open
          title={t('mails.resetQuestion')}
          description={t('mails.resetText')}
          confirmLabel={t('mails.reset')}
          onConfirm={async () => {
            await save({ tenantId, language, text: null });
            showToast({ message: t('saved') });
          }}
          onClose={() => setResetting(false)}
        />
      )}
    </Form>
  );
}

/** The texts of mails by language, with a preview. */
export function MailTemplatesTab({ accountId }: { accountId: number }) {
  const { t } = useTranslation(['settings', 'app']);
  const { data, error, refetch } = useMailTemplates(accountId);
  const [chosen, choose] = useState('user-invite');
  const [language, setLanguage] = useState<(typeof languages)[number]>('de');
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeletons shape="lines" />;
  const names = [...new Set(data.map(({ id }) => id))];
  const template = data.find((each) => each.id === chosen && each.language === language);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '2fr 1fr' }, maxWidth: 'md' }}>
        <SelectField
          label={t('mails.mail')}
          value={chosen}
          options={names.map((id) => ({ value: id, label: t(`mails.name.${id}`), detail: t(`mails.when.${id}`) }))}
          onChange={choose}
        />
        <SelectField
          label={t('field.language')}
          value={language}
          options={languages.map((value) => ({ value, label: t(`app:language.${value}`) }))}
          onChange={setLanguage}
        />
      </Box>
      {template && <Editor tenantId={accountId} template={template} />}
    </Box>
  );
}
