import { Box, Typography } from '@mui/material';
import { twinCategories, twinTypes } from '@stellwerk/contract/twin';
import { type WidgetTwinFilter, widgetTwinFilter } from '@stellwerk/contract/widget';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { SelectInput } from '../../../../ui/form/SelectInput.tsx';
import { SwitchInput } from '../../../../ui/form/SwitchInput.tsx';
import { TagsInput } from '../../../../ui/form/TagsInput.tsx';
import { TemplateInput } from '../../../../ui/form/TemplateInput.tsx';
import { TextInput } from '../../../../ui/form/TextInput.tsx';
import { Collapsible } from '../../../../ui/surface/Collapsible.tsx';
import { useTwinTags } from '../../../twins/index.ts';
import { useEditing } from '../editor-context.ts';
import { hasErrorAt } from '../widget-form.ts';
import { FoundTwins } from './FoundTwins.tsx';
import { InputGroup } from './InputGroup.tsx';
import type { WidgetInputProps } from './input-props.ts';
import { parameterText } from './parameters.ts';
import { RowsInput } from './RowsInput.tsx';
import { TwinIdInput } from './TwinIdInput.tsx';
import { TwinsInput } from './TwinsInput.tsx';

/** The number of further conditions with a value. */
const conditionsIn = ({ tags, types, category, search, keyValues }: WidgetTwinFilter): number =>
  [tags.length > 0, types.length > 0, category !== null, search !== '', keyValues.length > 0].filter(Boolean).length;

const pair = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
};

function FurtherConditions({ name, schema }: Pick<WidgetInputProps, 'name' | 'schema'>) {
  const { t } = useTranslation(['dashboards', 'twins']);
  const { dashboard, parameterPlaceholders } = useEditing();
  const tags = [...useTwinTags(), ...dashboard.customParameters.map((each) => parameterText(each.name))];
  const { properties } = schema;
  const keyValues: unknown =
    typeof properties === 'object' && properties !== null ? Reflect.get(properties, 'keyValues') : undefined;
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)', pt: 1 }}>
      <TemplateInput
        name={`${name}.search`}
        label={t('editor.filter.search')}
        help={t('editor.filter.searchHelp')}
        groups={parameterPlaceholders}
        maxLength={200}
      />
      <TagsInput name={`${name}.tags`} label={t('editor.filter.tags')} suggestions={tags} maxTags={20} />
      <Box sx={pair}>
        <SelectInput
          name={`${name}.types`}
          label={t('editor.filter.types')}
          multiple
          emptyText={t('editor.filter.any')}
          options={twinTypes.map((value) => ({ value, label: t(`twins:type.${value}`) }))}
        />
        <SelectInput
          name={`${name}.category`}
          label={t('editor.filter.category')}
          emptyAs="null"
          emptyText={t('editor.filter.any')}
          options={twinCategories.map((value) => ({ value, label: t(`editor.filter.categories.${value}`) }))}
        />
      </Box>
      <RowsInput
        name={`${name}.keyValues`}
        label={t('editor.filter.keyValues')}
        schema={typeof keyValues === 'object' && keyValues !== null ? { ...keyValues } : {}}
        addLabel={t('editor.filter.addKeyValue')}
        blank={() => ({ key: '', value: '' })}
      >
        {(path) => (
          <Box sx={pair}>
            <TextInput name={`${path}.key`} label={t('editor.filter.key')} required maxLength={100} />
            <TemplateInput
              name={`${path}.value`}
              label={t('editor.filter.value')}
              groups={parameterPlaceholders}
              maxLength={500}
            />
          </Box>
        )}
      </RowsInput>
    </Box>
  );
}

/** The twins that a widget shows, with their number. */
export function TwinFilterInput({ name, label, help, info, schema }: WidgetInputProps) {
  const { t } = useTranslation('dashboards');
  const filter = widgetTwinFilter.safeParse(useWatch({ name }) ?? {}).data;
  const count = filter ? conditionsIn(filter) : 0;
  const { errors } = useFormContext().formState;
  const isWrong = ['search', 'tags', 'keyValues'].some((part) => hasErrorAt(errors, `${name}.${part}`));
  return (
    <InputGroup label={label} {...(help ? { help } : {})} {...(info ? { info } : {})}>
      <FoundTwins />
      <TwinsInput name={`${name}.dtwinIds`} label={t('editor.filter.twins')} help={t('editor.filter.twinsHelp')} />
      <TwinIdInput
        name={`${name}.parentDtwinId`}
        label={t('editor.filter.parent')}
        help={t('editor.filter.parentHelp')}
        placeholder={t('editor.filter.anywhere')}
      />
      {filter?.parentDtwinId && <SwitchInput name={`${name}.onlyBelow`} label={t('editor.filter.onlyBelow')} />}
      <Box sx={{ border: 1, borderColor: 'border.main', borderRadius: 1 }}>
        <Collapsible
          keepOpen={isWrong}
          head={
            <Typography variant="subtitle2" component="span">
              {count > 0 ? t('editor.filter.furtherCount', { count }) : t('editor.filter.further')}
            </Typography>
          }
        >
          <FurtherConditions name={name} schema={schema} />
        </Collapsible>
      </Box>
    </InputGroup>
  );
}
