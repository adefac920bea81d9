import { Box, Button, FormHelperText, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileDrop } from '../../ui/file/FileDrop.tsx';
import { useField } from '../../ui/form/form-context.ts';
import { ServiceLogo } from './ServiceLogo.tsx';

const maxSizeBytes = 64_000;
const accept = ['.png', '.jpg', '.jpeg', '.webp'];

function readDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

/** A small image that is part of the form's values. */
export function LogoInput({ name, label }: { name: string; label: string }) {
  const { t } = useTranslation('federated');
  const field = useField(name);
  const [isUnreadable, setUnreadable] = useState(false);
  const logo = typeof field.value === 'string' ? field.value : '';
  const complaint = isUnreadable ? t('logo.unreadable') : field.error;

  async function take([file]: File[]) {
    if (!file) return;
    try {
      field.setValue(await readDataUrl(file));
      setUnreadable(false);
    } catch {
      setUnreadable(true);
    }
  }

  if (logo === '') {
    return (
      <FileDrop
        label={label}
        files={[]}
        onChange={(files) => void take(files)}
        accept={accept}
        maxSizeBytes={maxSizeBytes}
        error={complaint}
        disabled={field.disabled}
      />
    );
  }
  return (
    <Box>
      <Typography variant="caption" color="textSecondary" component="div">
        {label}
      </Typography>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, mt: 0.5 }}>
        <ServiceLogo logo={logo} />
        <Button size="small" onClick={() => field.setValue('')} disabled={field.disabled}>
          {t('logo.remove')}
        </Button>
      </Box>
      {complaint && (
        <FormHelperText error role="alert">
          {complaint}
        </FormHelperText>
      )}
    </Box>
  );
}
