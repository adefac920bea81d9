import { Box, Button } from '@mui/material';
import { type TemplateContent, templateContent } from '@stellwerk/contract/device-template';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { SelectInput } from '../../../ui/form/SelectInput.tsx';
import { TagsInput } from '../../../ui/form/TagsInput.tsx';
import { Tags } from '../../../ui/status/Tags.tsx';
import { Card } from '../../../ui/surface/Card.tsx';
import { Facts } from '../../../ui/surface/Facts.tsx';
import { TwinIconInput } from '../../twins/index.ts';
import { useDriverVersions } from '../template.queries.ts';
import type { TemplateNames } from './names.ts';

const schema = templateContent.pick({ driverVersion: true, tags: true, groups: true, icon: true });
type General = Pick<TemplateContent, 'driverVersion' | 'tags' | 'groups' | 'icon'>;
const sizes = { tags: 50, groups: 50 };

export interface GeneralCardProps {
  content: TemplateContent;
  names: TemplateNames;
  onChange: ((part: General) => void) | undefined;
}

function VersionInput({ driverId }: { driverId: number }) {
  const { t } = useTranslation('templates');
  const versions = useDriverVersions(driverId);
  return (
    <SelectInput
      name="driverVersion"
      label={t('general.driverVersion')}
      info={t('general.driverVersionInfo')}
      emptyAs="null"
      emptyText={t('diff.newest')}
      options={versions.map(({ number, notes }) => ({
        value: number,
        label: t('general.versionNumber', { number }),
        ...(notes ? { detail: notes } : {}),
      }))}
    />
  );
}

/** Driver, version, tags, groups and icon. Connector and driver are chosen when the template is created. */
export function GeneralCard({ content, names, onChange }: GeneralCardProps) {
  const { t } = useTranslation('templates');
  const [isEditing, setEditing] = useState(false);
  const words = (texts: readonly string[]) => (texts.length > 0 ? <Tags tags={texts} /> : undefined);
  return (
    <Card
      title={t('general.title')}
      action={
        onChange && (
          <Button size="small" startIcon={<Pencil aria-hidden />} onClick={() => setEditing(true)}>
            {t('general.edit')}
          </Button>
        )
      }
    >
      <Facts
        facts={[
          { label: t('column.connector'), value: names.connector },
          { label: t('column.driver'), value: names.driver },
          {
            label: t('general.driverVersion'),
            value: content.driverVersion === null ? t('diff.newest') : String(content.driverVersion),
          },
          { label: t('field.tags'), value: words(content.tags) },
          { label: t('field.groups'), value: words(content.groups) },
        ]}
      />
      {isEditing && (
        <FormDialog
          open
          title={t('general.title')}
          schema={schema}
          submitLabel={t('part.apply')}
          defaultValues={{
            driverVersion: content.driverVersion,
            tags: content.tags,
            groups: content.groups,
            icon: content.icon,
          }}
          onSubmit={async (values) => onChange?.(values)}
          onClose={() => setEditing(false)}
        >
          <Box sx={{ display: 'grid', gap: 2 }}>
            <VersionInput driverId={content.driverId} />
            <TagsInput name="tags" label={t('field.tags')} maxTags={sizes.tags} />
            <TagsInput name="groups" label={t('field.groups')} maxTags={sizes.groups} />
            <TwinIconInput />
          </Box>
        </FormDialog>
      )}
    </Card>
  );
}
