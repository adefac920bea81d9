import { type Twin, twinFields, twinLimits } from '@stellwerk/contract/twin';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useFormats } from '../../lib/formats.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { SwitchInput } from '../../ui/form/SwitchInput.tsx';
import { TextInput } from '../../ui/form/TextInput.tsx';
import { useNavigation } from '../../ui/navigation/use-navigation.ts';
import { errorOnField } from '../accounts/index.ts';
import { type Copy, DuplicateResult } from './DuplicateResult.tsx';
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
  const created = useRef<Copy>(undefined);
  const [incomplete, setIncomplete] = useState<Copy>();
  const parent = twin.ancestors.find(({ id }) => id === twin.parentId);

  function open({ id }: Copy) {
    onClose();
    go(`/digitaltwin-mgmt/${id}`);
  }

  /** The form closes after the copy, too. */
  function finish() {
    const copy = created.current;
    if (!copy) onClose();
    else if (copy.rulesLeftOut.length > 0) setIncomplete(copy);
    else open(copy);
  }

  if (incomplete) return <DuplicateResult copy={incomplete} onClose={() => open(incomplete)} />;
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
        created.current = copy;
        showToast({ message: t(copy.job ? 'duplicate.started' : 'duplicate.done', { title: copy.title }) });
      }}
      onClose={finish}
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
