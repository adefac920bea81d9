import { Box, Button, Chip, FormHelperText } from '@mui/material';
import { idFromText } from '@stellwerk/contract/core/id';
import { ListTree } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useField } from '../../../../ui/form/form-context.ts';
import { PickDialog } from '../../../../ui/tree/PickDialog.tsx';
import { TwinPicker } from '../../../twins/index.ts';
import { InputGroup } from './InputGroup.tsx';
import { ParameterMenu } from './ParameterMenu.tsx';
import { useTwinName } from './use-id-name.ts';

/** Further twins are collapsed, because each needs a query for its name. */
const shownAtFirst = 20;
const maxTwins = 100;

function TwinChip({ text, onRemove }: { text: string; onRemove: (() => void) | undefined }) {
  return <Chip label={useTwinName(text)} {...(onRemove ? { onDelete: onRemove } : {})} />;
}

/** Specific twins, also by parameters; without any, the rest of the filter decides. */
export function TwinsInput({ name, label, help }: { name: string; label: string; help: string }) {
  const { t } = useTranslation(['dashboards', 'twins']);
  const field = useField(name);
  const [isOpen, setOpen] = useState(false);
  const [isAll, setAll] = useState(false);
  const texts: string[] = Array.isArray(field.value) ? field.value : [];
  const shown = isAll ? texts : texts.slice(0, shownAtFirst);
  const chosen = texts.flatMap((text) => idFromText(text) ?? []);
  const take = (ids: readonly number[]) =>
    field.setValue([...texts.filter((text) => idFromText(text) === undefined), ...ids.map(String)].slice(0, maxTwins));
  return (
    <InputGroup label={label} help={help}>
      {texts.length > 0 && (
        <Box
          component="ul"
          aria-label={label}
          sx={{ m: 0, p: 0, listStyle: 'none', display: 'flex', flexWrap: 'wrap', gap: 0.75 }}
        >
          {shown.map((text) => (
            <li key={text}>
              <TwinChip
                text={text}
                onRemove={field.disabled ? undefined : () => field.setValue(texts.filter((each) => each !== text))}
              />
            </li>
          ))}
          {texts.length > shown.length && (
            <li>
              <Button size="small" variant="text" onClick={() => setAll(true)}>
                {t('editor.twin.more', { count: texts.length - shown.length })}
              </Button>
            </li>
          )}
        </Box>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button
          size="small"
          startIcon={<ListTree aria-hidden />}
          disabled={field.disabled}
          ref={field.ref}
          onClick={() => setOpen(true)}
        >
          {t('editor.twin.choose')}
        </Button>
        <ParameterMenu
          disabled={field.disabled || texts.length >= maxTwins}
          onChoose={(text) => field.setValue([...new Set([...texts, text])])}
        />
      </Box>
      {field.error && <FormHelperText error>{field.error}</FormHelperText>}
      {isOpen && (
        <PickDialog<number[]>
          title={t('editor.twin.choose')}
          chooseLabel={t('twins:picker.choose')}
          onChoose={take}
          onClose={() => setOpen(false)}
        >
          {(picked, pick) => (
            <TwinPicker
              multiple
              label={t('twins:picker.tree')}
              selected={picked ?? chosen}
              onSelect={(ids) => pick(ids)}
            />
          )}
        </PickDialog>
      )}
    </InputGroup>
  );
}
