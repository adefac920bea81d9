import { Alert, Box, Button, IconButton, Tooltip } from '@mui/material';
import { Plus, Trash2 } from 'lucide-react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { SelectInput } from '../../../ui/form/SelectInput.tsx';
import { TagsInput } from '../../../ui/form/TagsInput.tsx';
import { useConnectorChoices } from '../../devices/index.ts';

const mailConnector = 'mail-outgoing';
const maxActions = 5;

/** The mail connectors and recipients. */
export function MailsStep() {
  const { t } = useTranslation('alarm-reports');
  const { control, watch, formState } = useFormContext();
  const { fields, append, remove } = useFieldArray({ control, name: 'actions' });
  const tenantId: unknown = watch('tenantId');
  const choices = useConnectorChoices(typeof tenantId === 'number' ? tenantId : undefined);
  const connectors = choices.data?.filter(({ type }) => type === mailConnector) ?? [];
  const options = connectors.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      {choices.data && connectors.length === 0 && <Alert severity="warning">{t('mails.noConnector')}</Alert>}
      {fields.map(({ id }, index) => (
        <Box
          key={id}
          role="group"
          aria-label={t('mails.number', { number: index + 1 })}
          sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}
        >
          <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 2 }}>
            <SelectInput
              name={`actions.${index}.connectorId`}
              label={t('mails.connector')}
              required
              options={options}
            />
            <TagsInput
              name={`actions.${index}.to`}
              label={t('mails.to')}
              help={t('mails.toHelp')}
              maxTags={20}
              required
            />
          </Box>
          {fields.length > 1 && (
            <Tooltip title={t('mails.remove')}>
              <IconButton
                aria-label={t('mails.removeNumber', { number: index + 1 })}
                disabled={formState.isSubmitting}
                onClick={() => remove(index)}
                sx={{ mt: 3 }}
              >
                <Trash2 aria-hidden />
              </IconButton>
            </Tooltip>
          )}
        </Box>
      ))}
      <Box>
        <Button
          size="small"
          startIcon={<Plus aria-hidden />}
          disabled={fields.length >= maxActions || formState.isSubmitting}
          onClick={() => append({ type: 'mail', to: [] })}
        >
          {t('mails.add')}
        </Button>
      </Box>
    </Box>
  );
}
