import { Button, Stack } from '@mui/material';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { Form } from '../../ui/form/Form.tsx';
import { FormActions } from '../../ui/form/FormActions.tsx';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { NumberField } from '../../ui/form/NumberField.tsx';
import { NumberInput } from '../../ui/form/NumberInput.tsx';
import { SecretInput } from '../../ui/form/SecretInput.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { SelectInput } from '../../ui/form/SelectInput.tsx';
import { SuggestField } from '../../ui/form/SuggestField.tsx';
import { SwitchInput } from '../../ui/form/SwitchInput.tsx';
import { TagsField } from '../../ui/form/TagsField.tsx';
import { TagsInput } from '../../ui/form/TagsInput.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { TextInput } from '../../ui/form/TextInput.tsx';
import { Card } from '../../ui/surface/Card.tsx';
import { DemoGrid } from './DemoGrid.tsx';

const schema = z.object({
  title: z.string().trim().min(1).max(40),
  mail: z.email().nullable(),
  everyMinutes: z.number().min(1).max(1440),
  kind: z.enum(['indoor', 'outdoor', 'mobile']),
  places: z.array(z.string()).min(1),
  active: z.boolean(),
  tags: z.array(z.string().min(2).max(20)).max(5),
  note: z.string().max(500).optional(),
  password: z.string().min(12).optional(),
});

const short = z.object({ title: z.string().trim().min(1).max(40), note: z.string().max(200).optional() });

const wait = (durationMs: number) => new Promise<void>((resolve) => setTimeout(resolve, durationMs));

/** Answers as the server does: a title is taken, and something that the form does not show is wrong too. */
async function save({ title }: { title: string }, message: string) {
  await wait(700);
  if (title !== 'taken') return;
  throw Object.assign(new Error(message), {
    code: 'VALIDATION_ERROR',
    requestId: 'req-51c0ffee',
    issues: [
      { path: 'title', code: 'invalid', message },
      { path: 'scopeId', code: 'invalid', message },
    ],
  });
}

function LongForm() {
  const { t } = useTranslation('gallery');
  const kinds = (['indoor', 'outdoor', 'mobile'] as const).map((value) => ({ value, label: t(`form.kinds.${value}`) }));
  const places = ['Rathaus', 'Bauhof', 'Stadtpark'].map((value) => ({ value, label: value }));
  return (
    <Form
      schema={schema}
      defaultValues={{ title: '', mail: null, everyMinutes: 10, places: [], active: true, tags: ['co2'] }}
      onSubmit={async (values) => {
        await save(values, t('form.taken'));
        showToast({ message: t('feedback.saved') });
      }}
    >
      <TextInput name="title" label={t('table.title')} required help={t('form.titleHelp')} maxLength={60} />
      <TextInput name="mail" label={t('form.mail')} type="email" emptyAs="null" placeholder="name@example.org" />
      <NumberInput name="everyMinutes" label={t('form.every')} unit="min" required info={t('form.everyInfo')} />
      <SelectInput name="kind" label={t('form.kind')} options={kinds} required />
      <SelectInput name="places" label={t('table.place')} options={places} multiple required />
      <TagsInput name="tags" label={t('basics.tags')} suggestions={['schule', 'wasser', 'verkehr']} maxTags={5} />
      <SecretInput name="password" label={t('form.password')} isStored />
      <TextInput name="note" label={t('form.note')} rows={3} emptyAs="absent" />
      <SwitchInput name="active" label={t('form.active')} help={t('form.activeHelp')} />
      <FormActions />
    </Form>
  );
}

const states = ['ok', 'warning', 'error'] as const;

function FreeFields() {
  const { t } = useTranslation(['gallery', 'ui']);
  const [serial, setSerial] = useState('A81758FFFE03');
  const [limit, setLimit] = useState(21.5);
  const [state, setState] = useState<(typeof states)[number]>();
  const [key, setKey] = useState('');
  const [gateways, setGateways] = useState<string[]>([]);
  const [until, setUntil] = useState('');
  return (
    <Stack sx={{ gap: 2.5 }}>
      <TextField label={t('form.free.serial')} value={serial} onChange={setSerial} isCode required />
      <NumberField
        label={t('form.free.limit')}
        value={limit}
        onChange={setLimit}
        unit="°C"
        help={t('form.free.counts', { number: limit })}
      />
      <SelectField
        label={t('form.free.state')}
        value={state}
        options={states.map((value) => ({ value, label: t(`ui:status.${value}`) }))}
        onChange={setState}
      />
      <SuggestField
        label={t('form.free.key')}
        value={key}
        onChange={setKey}
        suggestions={['temperature', 'humidity', 'co2']}
      />
      <TagsField label={t('form.free.gateways')} value={gateways} onChange={setGateways} />
      <TextField label={t('form.free.until')} type="date" value={until} onChange={setUntil} />
    </Stack>
  );
}

export function FormDemo() {
  const { t } = useTranslation('gallery');
  const [open, setOpen] = useState(false);
  return (
    <DemoGrid minWidth="24rem">
      <Card title={t('form.page')}>
        <LongForm />
      </Card>
      <Card title={t('form.free.title')}>
        <FreeFields />
      </Card>
      <Card title={t('form.dialog')}>
        <Stack sx={{ alignItems: 'flex-start' }}>
          <Button variant="contained" onClick={() => setOpen(true)}>
            {t('create')}
          </Button>
        </Stack>
        <FormDialog
          open={open}
          title={t('create')}
          description={t('form.dialogText')}
          submitLabel={t('create')}
          schema={short}
          defaultValues={{ title: '' }}
          onSubmit={async (values) => {
            await save(values, t('form.taken'));
            showToast({ message: t('feedback.saved') });
          }}
          onClose={() => setOpen(false)}
        >
          <TextInput name="title" label={t('table.title')} required autoFocus />
          <TextInput name="note" label={t('form.note')} rows={3} emptyAs="absent" />
        </FormDialog>
      </Card>
    </DemoGrid>
  );
}
