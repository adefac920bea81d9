import { Box } from '@mui/material';
import { type StateSource, stateSources } from '@stellwerk/contract/state-source';
import { useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../ui/surface/Section.tsx';
import { sourceForms } from '../sources/all-sources.ts';
import type { SourceFieldsProps, SourceForm } from '../sources/define-source.ts';
import { ChoiceCards } from './ChoiceCards.tsx';

/** The form of the kind that is chosen now. */
export function useSourceForm(): SourceForm | undefined {
  const chosen: unknown = useWatch({ name: 'config.source' });
  return sourceForms.find(({ source }) => source === chosen);
}

/** Where the values come from. Going back to a kind brings back what was entered for it. */
export function SourceSection(props: SourceFieldsProps) {
  const { t } = useTranslation('states');
  const form = useFormContext();
  const config: unknown = useWatch({ name: 'config' });
  const entered = useRef(new Map<StateSource, unknown>());
  const current = useSourceForm();
  const chosen = stateSources.find((source) => source === Reflect.get(Object(config), 'source')) ?? 'none';
  const Fields = current?.Fields;

  const choose = (source: StateSource) => {
    entered.current.set(chosen, config);
    const next = entered.current.get(source) ?? sourceForms.find((each) => each.source === source)?.blank;
    if (next) form.setValue('config', next, { shouldDirty: true });
  };
  const options = sourceForms.map(({ source, icon }) => ({
    value: source,
    icon,
    label: t(`source.${source}.title`),
    detail: t(`source.${source}.detail`),
  }));

  return (
    <Section title={t('section.source')} description={t('section.sourceHelp')}>
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
        <ChoiceCards
          label={t('column.source')}
          options={options}
          value={chosen}
          onChange={choose}
          disabled={form.formState.isSubmitting}
          width="13rem"
        />
        {/* Another kind has other fields under the same names. */}
        {Fields && <Fields key={chosen} {...props} />}
      </Box>
    </Section>
  );
}
