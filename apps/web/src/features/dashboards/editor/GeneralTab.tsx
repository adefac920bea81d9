import { Alert, Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { JsonInput } from '../../../ui/form/JsonInput.tsx';
import { NumberInput } from '../../../ui/form/NumberInput.tsx';
import { SelectInput } from '../../../ui/form/SelectInput.tsx';
import { SwitchInput } from '../../../ui/form/SwitchInput.tsx';
import { TemplateInput } from '../../../ui/form/TemplateInput.tsx';
import { useEditing } from './editor-context.ts';

const columns = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
/** Widths with a label. */
const keyMatches = new Map([
  [3, 'quarter'],
  [4, 'third'],
  [6, 'half'],
  [8, 'twoThirds'],
  [9, 'threeQuarters'],
  [12, 'full'],
]);

/** The options that widgets of all kinds share. */
export function GeneralTab() {
  const { t } = useTranslation('dashboards');
  const { web, type, parameterPlaceholders } = useEditing();
  const widths = columns.map((value) => {
    const name = keyMatches.get(value);
    const label = t('editor.general.columns', { count: value });
    return name ? { value, label: t(`editor.general.width.${name}`), detail: label } : { value, label };
  });
  return (
    <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <TemplateInput
        name="title"
        label={t('editor.general.title')}
        help={t('editor.general.titleHelp')}
        groups={parameterPlaceholders}
        maxLength={200}
      />
      <Box
        sx={{
          display: 'grid',
          gap: 2.5,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        <SelectInput
          name="size"
          label={t('editor.general.size')}
          help={t('editor.general.sizeHelp')}
          options={widths}
        />
        <NumberInput
          name="minHeightPx"
          label={t('editor.general.height')}
          help={t('editor.general.heightHelp')}
          unit="px"
        />
      </Box>
      <SwitchInput name="hideHeader" label={t('editor.general.hideHeader')} help={t('editor.general.hideHeaderHelp')} />
      <SwitchInput
        name="floatHeader"
        label={t('editor.general.floatHeader')}
        help={t('editor.general.floatHeaderHelp')}
      />
      <SwitchInput name="borderless" label={t('editor.general.borderless')} help={t('editor.general.borderlessHelp')} />
      {!web && (
        <>
          <Alert severity="warning">{t('editor.unknownKind', { type })}</Alert>
          <JsonInput name="options" label={t('editor.general.options')} />
        </>
      )}
    </Box>
  );
}
