import { Box, Button } from '@mui/material';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { isAnyDirty } from './dirty.ts';

export interface FormActionsProps {
  /** A verb, such as "Save" (the default) or "Create". */
  submitLabel?: string;
  onCancel?: () => void;
  /** New objects can be saved unchanged; existing ones need a change. */
  needsChange?: boolean;
  /** As wide as the form, on pages with nothing but the form. */
  fullWidth?: boolean;
}

/** The buttons at the end of a form; disabled while it is submitted. */
export function FormActions({ submitLabel, onCancel, needsChange = false, fullWidth = false }: FormActionsProps) {
  const { t } = useTranslation('ui');
  const { isSubmitting, dirtyFields } = useFormContext().formState;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, pt: 0.5 }}>
      <Button
        type="submit"
        variant="contained"
        fullWidth={fullWidth}
        loading={isSubmitting}
        disabled={needsChange && !isAnyDirty(dirtyFields)}
      >
        {submitLabel ?? t('save')}
      </Button>
      {onCancel && (
        <Button onClick={onCancel} disabled={isSubmitting}>
          {t('cancel')}
        </Button>
      )}
    </Box>
  );
}
