import { Box, Button, Collapse } from '@mui/material';
import { newTwin, type Twin, twinTypes } from '@stellwerk/contract/twin';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useChosenAccount } from '../../lib/chosen-account.ts';
import { useSession } from '../../lib/session.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { NumberInput } from '../../ui/form/NumberInput.tsx';
import { SelectInput } from '../../ui/form/SelectInput.tsx';
import { TagsInput } from '../../ui/form/TagsInput.tsx';
import { TextInput } from '../../ui/form/TextInput.tsx';

import { errorOnField } from '../accounts/index.ts';
import { useHasGeocoder } from './geocode.queries.ts';
import { PlaceInput } from './PlaceInput.tsx';
import type { NamedTwin } from './TwinField.tsx';
import { useTwinActions, useTwinTags } from './twin.queries.ts';
import { placeErrorFields, placementOf, placeShapes } from './twin-place.ts';

const fields = newTwin.pick({
  title: true,
  type: true,
  address: true,
  latitude: true,
  longitude: true,
  description: true,
  tags: true,
  floorNumber: true,
  room: true,
});
const schema = z.discriminatedUnion('place', [fields.extend(placeShapes.below), fields.extend(placeShapes.top)]);

const empty = {
  title: '',
  type: 'default' as const,
  address: '',
  latitude: null,
  longitude: null,
  description: '',
  tags: [],
  floorNumber: null,
  room: '',
};

interface CreateTwinDialogProps {
  parent?: NamedTwin | undefined;
  onCreated: (twin: Twin) => void;
  onClose: () => void;
}

function MoreFields() {
  const { t } = useTranslation('twins');
  const tags = useTwinTags();
  const [isOpen, setOpen] = useState(false);
  const type: unknown = useFormContext().watch('type');
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <Box>
      <Button
        variant="text"
        size="small"
        startIcon={<Icon aria-hidden />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {t('create.more')}
      </Button>
      <Collapse in={isOpen} unmountOnExit={false}>
        <Box hidden={!isOpen} sx={{ display: 'grid', gap: 2.5, pt: 2 }}>
          <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
            <NumberInput
              name="latitude"
              label={t('field.latitude')}
              emptyAs="null"
              placeholder={t('field.latitudeSample')}
            />
            <NumberInput
              name="longitude"
              label={t('field.longitude')}
              emptyAs="null"
              placeholder={t('field.longitudeSample')}
            />
            {type === 'floor' && <NumberInput name="floorNumber" label={t('field.floorNumber')} emptyAs="null" />}
            {type === 'room' && <TextInput name="room" label={t('field.room')} maxLength={100} />}
          </Box>
          <TagsInput name="tags" label={t('column.tags')} suggestions={tags} />
          <TextInput name="description" label={t('field.description')} rows={3} maxLength={5000} />
        </Box>
      </Collapse>
    </Box>
  );
}

/** Whether coordinates are found for the address: otherwise a twin with an address is missing on the map. */
function Address() {
  const { t } = useTranslation('twins');
  const hasGeocoder = useHasGeocoder();
  return (
    <TextInput
      name="address"
      label={t('field.address')}
      maxLength={300}
      placeholder={t('field.addressSample')}
      {...(hasGeocoder === undefined ? {} : { help: t(hasGeocoder ? 'create.addressFound' : 'create.addressAlone') })}
    />
  );
}

export function CreateTwinDialog({ parent, onCreated, onClose }: CreateTwinDialogProps) {
  const { t } = useTranslation('twins');
  const { create } = useTwinActions();
  const session = useSession();
  const { account } = useChosenAccount();
  const ownAccount = account ?? session?.primaryTenants[0];
  return (
    <FormDialog
      open
      title={parent ? t('create.titleBelow', { title: parent.title }) : t('create.title')}
      submitLabel={t('create.submit')}
      schema={schema}
      defaultValues={
        parent
          ? { ...empty, place: 'below', parentId: parent.id }
          : { ...empty, place: 'top', ...(ownAccount ? { tenantId: ownAccount.id } : {}) }
      }
      onSubmit={async (values) => {
        const { place: _, ...rest } = values;
        const twin = await create({
          ...rest,
          ...placementOf(values),
          // Somebody who types coordinates means them, whatever the address says.
          isAddressLinked: values.latitude === null,
        }).catch(errorOnField(placeErrorFields(values.place)));
        showToast({ message: t('create.done', { title: twin.title }) });
        onCreated(twin);
      }}
      onClose={onClose}
    >
      <TextInput name="title" label={t('column.title')} required autoFocus maxLength={200} />
      <SelectInput
        name="type"
        label={t('column.type')}
        info={t('field.typeInfo')}
        options={twinTypes.map((value) => ({ value, label: t(`type.${value}`) }))}
      />
      <PlaceInput initialParent={parent} initialAccount={ownAccount} />
      <Address />
      <MoreFields />
    </FormDialog>
  );
}
