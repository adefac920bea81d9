import { Box, Button, IconButton, Tooltip, Typography } from '@mui/material';
import { Plus, Trash2 } from 'lucide-react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { NumberInput } from '../../../../ui/form/NumberInput.tsx';
import { TagsInput } from '../../../../ui/form/TagsInput.tsx';
import { useEditor } from '../editor-context.ts';
import type { RuleDraft } from '../rule-draft.ts';

const mostSteps = 5;

/** Mails to further people while the alarm stays open and nobody has acknowledged it. */
export function EscalationsInput() {
  const { t } = useTranslation('rules');
  const { mayEdit } = useEditor();
  const { control } = useFormContext<RuleDraft>();
  const { fields, append, remove } = useFieldArray({ control, name: 'alarm.escalations' });
  return (
    <Box component="section" aria-label={t('escalation.title')} sx={{ display: 'grid', gap: 1.5 }}>
      <Box>
        <Typography variant="h3">{t('escalation.title')}</Typography>
        <Typography variant="body2" color="textSecondary">
          {t('escalation.help')}
        </Typography>
      </Box>
      {fields.map(({ id }, index) => (
        <Box
          key={id}
          role="group"
          aria-label={t('escalation.step', { number: index + 1 })}
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'flex-start' }}
        >
          <Box sx={{ flex: '0 1 9rem' }}>
            <NumberInput
              name={`alarm.escalations.${index}.afterMinutes`}
              label={t('escalation.after')}
              unit={t('condition.minutes')}
              required
            />
          </Box>
          <Box sx={{ flex: '1 1 14rem', minWidth: 0 }}>
            <TagsInput name={`alarm.escalations.${index}.to`} label={t('escalation.to')} required />
          </Box>
          {mayEdit && (
            <Tooltip title={t('trigger.remove')}>
              <IconButton
                aria-label={t('trigger.removeNamed', { name: t('escalation.step', { number: index + 1 }) })}
                onClick={() => remove(index)}
                sx={{ mt: 2.5 }}
              >
                <Trash2 aria-hidden />
              </IconButton>
            </Tooltip>
          )}
        </Box>
      ))}
      {mayEdit && fields.length < mostSteps && (
        <Button
          size="small"
          startIcon={<Plus aria-hidden />}
          onClick={() => append({ afterMinutes: 30, to: [] })}
          sx={{ justifySelf: 'start' }}
        >
          {t('escalation.add')}
        </Button>
      )}
    </Box>
  );
}
