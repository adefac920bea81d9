import { Box, Button } from '@mui/material';
import { idFromText } from '@stellwerk/contract/core/id';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useField } from '../../../../ui/form/form-context.ts';
import { ChoiceField } from '../../../../ui/tree/ChoiceField.tsx';
import { PickDialog } from '../../../../ui/tree/PickDialog.tsx';
import { type PickedTwin, TwinPicker } from '../../../twins/index.ts';
import { ParameterMenu } from './ParameterMenu.tsx';
import { useTwinName } from './use-id-name.ts';

interface TwinIdInputProps {
  name: string;
  label: string;
  help?: string;
  placeholder: string;
}

/** One twin, a parameter with its id, or none. */
export function TwinIdInput({ name, label, help, placeholder }: TwinIdInputProps) {
  const { t } = useTranslation(['dashboards', 'twins', 'ui']);
  const field = useField(name);
  const value = typeof field.value === 'string' ? field.value : null;
  const shown = useTwinName(value);
  const id = idFromText(value);
  return (
    <Box sx={{ display: 'grid', gap: 0.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <ChoiceField
        label={label}
        help={help}
        error={field.error}
        disabled={field.disabled}
        inputRef={field.ref}
        shown={shown}
        placeholder={placeholder}
        openLabel={t('twins:picker.open', { label })}
        dialog={(close) => (
          <PickDialog<PickedTwin>
            title={t('twins:picker.title')}
            chooseLabel={t('twins:picker.choose')}
            onChoose={(twin) => field.setValue(String(twin.id))}
            onClose={close}
          >
            {(picked, pick) => (
              <TwinPicker
                label={t('twins:picker.tree')}
                selected={[picked?.id ?? id].filter((each) => each !== undefined)}
                onSelect={(_, twin) => pick(twin)}
              />
            )}
          </PickDialog>
        )}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <ParameterMenu onChoose={field.setValue} disabled={field.disabled} />
        {value !== null && (
          <Button
            size="small"
            variant="text"
            startIcon={<X aria-hidden />}
            disabled={field.disabled}
            onClick={() => field.setValue(null)}
          >
            {t('ui:form.clear')}
          </Button>
        )}
      </Box>
    </Box>
  );
}
