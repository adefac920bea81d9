import { Box, Button, FormHelperText, Typography } from '@mui/material';
import type { ImageSetting as ImageName } from '@stellwerk/contract/setting';
import { imageLimits } from '@stellwerk/contract/setting';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileDrop } from '../../ui/file/FileDrop.tsx';
import { useField } from '../../ui/form/form-context.ts';
import { useSettingsHere, useSource } from './settings-context.ts';

function readDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

const accepted: Record<ImageName, string[]> = {
  logo: ['.png', '.jpg', '.jpeg', '.webp'],
  favicon: ['.png'],
  background: ['.png', '.jpg', '.jpeg', '.webp'],
};

function Preview({ name, address }: { name: ImageName; address: string }) {
  const size = name === 'background' ? { width: 20, height: 11 } : { width: 8, height: 8 };
  return (
    <Box
      component="img"
      src={address}
      alt=""
      sx={{
        width: (theme) => theme.spacing(size.width),
        height: (theme) => theme.spacing(size.height),
        objectFit: name === 'background' ? 'cover' : 'contain',
        border: 1,
        borderColor: 'border.main',
        borderRadius: 1,
        bgcolor: 'background.raised',
      }}
    />
  );
}

/** An own image, or the inherited one with a field to upload an own one. */
export function ImageSetting({ name, label }: { name: ImageName; label: string }) {
  const { t } = useTranslation('settings');
  const field = useField(name);
  const [isUnreadable, setUnreadable] = useState(false);
  const { inherited } = useSettingsHere();
  const help = useSource(name, () => t('image.set'));
  const own = typeof field.value === 'string' ? field.value : undefined;
  const shown = own ?? inherited[name];
  const complaint = isUnreadable ? t('image.unreadable') : field.error;

  async function take([file]: File[]) {
    if (!file) return;
    try {
      field.setValue(await readDataUrl(file));
      setUnreadable(false);
    } catch {
      setUnreadable(true);
    }
  }

  return (
    <Box>
      <Typography component="div" variant="body2" sx={{ fontWeight: 500, mb: 0.75 }}>
        {label}
      </Typography>
      {shown !== undefined && (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, mb: own ? 0 : 1 }}>
          <Preview name={name} address={shown} />
          {own && (
            <Button size="small" onClick={() => field.setValue(null)} disabled={field.disabled}>
              {t('image.remove', { label })}
            </Button>
          )}
        </Box>
      )}
      {!own && (
        <FileDrop
          label={t(`image.${name}`)}
          files={[]}
          onChange={(files) => void take(files)}
          accept={accepted[name]}
          maxSizeBytes={imageLimits[name]}
          error={complaint}
          disabled={field.disabled}
        />
      )}
      {own && complaint && (
        <FormHelperText error role="alert">
          {complaint}
        </FormHelperText>
      )}
      <FormHelperText>{help}</FormHelperText>
    </Box>
  );
}
