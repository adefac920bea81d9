import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { Form } from '../../ui/form/Form.tsx';
import { NumberInput } from '../../ui/form/NumberInput.tsx';
import { TextInput } from '../../ui/form/TextInput.tsx';
import { Card } from '../../ui/surface/Card.tsx';
import { Facts } from '../../ui/surface/Facts.tsx';
import { Wizard } from '../../ui/wizard/Wizard.tsx';

const schema = z.object({ title: z.string().trim().min(1), everyMinutes: z.number().min(1).max(1440) });

function Summary() {
  const { t } = useTranslation('gallery');
  const values = useFormContext().watch();
  return (
    <Facts
      facts={[
        { label: t('table.title'), value: String(values.title ?? '') },
        { label: t('form.every'), value: `${String(values.everyMinutes ?? '')} min` },
      ]}
    />
  );
}

export function WizardDemo() {
  const { t } = useTranslation('gallery');
  return (
    <Card>
      <Form schema={schema} defaultValues={{ title: '' }} onSubmit={() => showToast({ message: t('feedback.saved') })}>
        <Wizard
          finishLabel={t('create')}
          steps={[
            {
              id: 'name',
              title: t('wizard.name'),
              fields: ['title'],
              content: <TextInput name="title" label={t('table.title')} required />,
            },
            {
              id: 'rhythm',
              title: t('wizard.rhythm'),
              fields: ['everyMinutes'],
              content: <NumberInput name="everyMinutes" label={t('form.every')} unit="min" required />,
            },
            { id: 'check', title: t('wizard.check'), content: <Summary /> },
          ]}
        />
      </Form>
    </Card>
  );
}
