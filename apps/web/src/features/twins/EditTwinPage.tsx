import { Box } from '@mui/material';
import { type Twin, twinLimits, twinTypes } from '@stellwerk/contract/twin';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { Form } from '../../ui/form/Form.tsx';
import { FormActions } from '../../ui/form/FormActions.tsx';
import { SelectInput } from '../../ui/form/SelectInput.tsx';
import { TagsInput } from '../../ui/form/TagsInput.tsx';
import { TextInput } from '../../ui/form/TextInput.tsx';
import { useNavigation } from '../../ui/navigation/use-navigation.ts';
import { Page } from '../../ui/page/Page.tsx';
import { Card } from '../../ui/surface/Card.tsx';
import { errorOnField } from '../accounts/index.ts';
import { FloorSection } from './FloorSection.tsx';
import { withFoundPlace } from './geocode.queries.ts';
import { ImageInput } from './ImageInput.tsx';
import { LocationSection } from './LocationSection.tsx';
import { PeopleSection, PropertiesSection, TwinIconInput } from './TwinSections.tsx';
import { TwinIcon } from './TwinTitle.tsx';
import { useTwin, useTwinActions, useTwinTags } from './twin.queries.ts';
import { formValuesOf, twinForm } from './twin-form.ts';

const complaints = {
  DTWIN_CREATE_DUPLICATE_ENTRY: 'title',
  DTWIN_POLYGON_CROSSES_ITSELF: 'geoPolygon',
};

function GeneralSection() {
  const { t } = useTranslation('twins');
  const tags = useTwinTags();
  return (
    <Card title={t('section.general')}>
      <Box sx={{ display: 'grid', gap: 2.5 }}>
        <TextInput name="title" label={t('column.title')} required maxLength={200} />
        <SelectInput
          name="type"
          label={t('column.type')}
          info={t('field.typeInfo')}
          options={twinTypes.map((value) => ({ value, label: t(`type.${value}`) }))}
        />
        <TextInput name="description" label={t('field.description')} rows={3} maxLength={5000} />
        <TagsInput name="tags" label={t('column.tags')} suggestions={tags} maxTags={twinLimits.tags} />
        <TwinIconInput />
      </Box>
    </Card>
  );
}

function EditForm({ twin }: { twin: Twin }) {
  const { t } = useTranslation('twins');
  const { go } = useNavigation();
  const { update } = useTwinActions();
  const back = `/digitaltwin-mgmt/${twin.id}`;
  return (
    <Box sx={{ maxWidth: '56rem' }}>
      <Form
        schema={twinForm}
        defaultValues={formValuesOf(twin)}
        onSubmit={async (typed) => {
          const { values, isMissed } = await withFoundPlace(typed, twin);
          await update({ id: twin.id, ...values }).catch(errorOnField(complaints));
          showToast({ message: t('edit.done', { title: values.title }) });
          if (isMissed) showToast({ status: 'warning', message: t('location.missed') });
          go(back);
        }}
      >
        <GeneralSection />
        <LocationSection title={twin.title} />
        <FloorSection twin={twin} />
        <PropertiesSection />
        <PeopleSection twin={twin} />
        <Card title={t('section.images')}>
          <ImageInput twin={twin} kind="background" />
        </Card>
        <FormActions onCancel={() => go(back)} needsChange />
      </Form>
    </Box>
  );
}

/** Everything about a twin that can be written. */
export function EditTwinPage() {
  const { t } = useTranslation('twins');
  const { id } = useParams({ strict: false });
  const { data, error, refetch } = useTwin(Number(id));
  if (!data) {
    return (
      <Page id="edit-twin" title={t('edit.title')}>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeletons shape="block" />}
      </Page>
    );
  }
  return (
    <Page id="edit-twin" title={t('edit.titleOf', { title: data.title })} icon={<TwinIcon twin={data} size="1.5rem" />}>
      {data.abilities.update ? <EditForm key={data.id} twin={data} /> : <EmptyState variant="no-permission" />}
    </Page>
  );
}
