import { type Twin, twinFields, twinLimits } from '@stellwerk/contract/twin';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useFormats } from '../../lib/formats.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { SwitchInput } from '../../ui/form/SwitchInput.tsx';
import { TextInput } from '../../ui/form/TextInput.tsx';
import { useNavigation } from '../../ui/navigation/use-navigation.ts';
import { errorOnField } from '../accounts/index.ts';
import { PlaceInput } from './PlaceInput.tsx';
import { useDuplicate } from './twin-copy.queries.ts';
import { placeErrorFields, placementOf, placeShapes } from './twin-place.ts';

const fields = z.object({ title: twinFields.shape.title, withDescendants: z.boolean() });
const schema = z.discriminatedUnion('place', [fields.extend(placeShapes.below), fields.extend(placeShapes.top)]);

/** A copy beside the twin or elsewhere, on demand with everything below. */
export function DuplicateDialog({ twin, onClose }: { twin: Twin; onClose: () => void }) {
  const { t } = useTranslation('twins');
  const formats = useFormats();
  const { go } = useNavigation();
  const duplicate = useDuplicate(twin.id);
  const parent = twin.ancestors.find(({ id }) => id === twin.parentId);
  return (
    <FormDialog
      open
      title={t('duplicate.title', { title: twin.title })}
      description={t('duplicate.description')}
      submitLabel={t('duplicate.submit')}
      schema={schema}
      defaultValues={{
        title: t('duplicate.newTitle', { title: twin.title }).slice(0, 200),
        withDescendants: twin.childCount > 0,
        ...(parent ? { place: 'below', parentId: parent.id } : { place: 'top', tenantId: twin.tenantId }),
      }}
      onSubmit={async (values) => {
        const { title, withDescendants } = values;
        const copy = await duplicate({ title, withDescendants, ...placementOf(values) }).catch(
          errorOnField(placeErrorFields(values.place)),
        );
        showToast({ message: t(copy.job ? 'duplicate.started' : 'duplicate.done', { title: copy.title }) });
        go(`/digitaltwin-mgmt/${copy.id}`);
      }}
      onClose={onClose}
    >
      <TextInput name="title" label={t('column.title')} required autoFocus maxLength={200} />
      <PlaceInput initialParent={parent} initialAccount={{ id: twin.tenantId, name: twin.tenantName }} />
      {twin.childCount > 0 && (
        <SwitchInput
          name="withDescendants"
          label={t('duplicate.withDescendants')}
          help={t('duplicate.withDescendantsHelp', { limit: formats.number(twinLimits.subtree) })}
        />
      )}
    </FormDialog>
  );
}
