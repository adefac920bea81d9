import type { Twin } from '@stellwerk/contract/twin';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { failureOf } from '../../ui/feedback/failure.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { errorOnField } from '../accounts/index.ts';
import { PlaceInput } from './PlaceInput.tsx';
import { useTwinActions } from './twin.queries.ts';
import { placeErrorFields, placeShapes } from './twin-place.ts';

const schema = z.discriminatedUnion('place', [z.object(placeShapes.below), z.object({ place: placeShapes.top.place })]);

/** At the top level there is no field that an error could be about. */
const errorFields: Record<'below' | 'top', Record<string, string>> = {
  below: { ...placeErrorFields('below'), DTWIN_CREATE_DUPLICATE_ENTRY: 'parentId' },
  top: {},
};

/** Another place in the same account; everything below comes along. */
export function MoveTwinDialog({ twin, onClose }: { twin: Twin; onClose: () => void }) {
  const { t } = useTranslation('twins');
  const { update } = useTwinActions();
  const { id, title, parentId: from } = twin;
  const parent = twin.ancestors.find((ancestor) => ancestor.id === from);

  async function undo() {
    await update({ id, parentId: from }).catch((error: unknown) =>
      showToast({ status: 'error', message: failureOf(error).message ?? t('move.undoFailed') }),
    );
  }

  return (
    <FormDialog
      open
      title={t('move.title', { title })}
      description={t('move.description')}
      submitLabel={t('move.action')}
      schema={schema}
      defaultValues={parent ? { place: 'below', parentId: parent.id } : { place: 'top' }}
      onSubmit={async (value) => {
        const parentId = value.place === 'below' ? value.parentId : null;
        const moved = await update({ id, parentId }).catch(errorOnField(errorFields[value.place]));
        const target = moved.ancestors.at(-1)?.title ?? t('place.topShort');
        showToast({ message: t('move.done', { title, target }), undo: () => void undo() });
      }}
      onClose={onClose}
    >
      <PlaceInput initialParent={parent} tenantId={twin.tenantId} disabledIds={[id]} />
    </FormDialog>
  );
}
