import { Box } from '@mui/material';
import type { Issue } from '@stellwerk/contract/issues';
import { type NewState, newState, type State, stateChange } from '@stellwerk/contract/state';
import { type FieldValues, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { useStateActions } from '../state.queries.ts';
import { ComputedValue } from './ComputedValue.tsx';
import { initialValues, valuesOf } from './editor-values.ts';
import { GeneralFields } from './GeneralFields.tsx';
import { PreviewTile } from './PreviewTile.tsx';
import { SourceSection } from './SourceSection.tsx';
import { TransformerSection } from './TransformerSection.tsx';
import { useComputed } from './use-computed.ts';
import { VisualisationSection } from './VisualisationSection.tsx';

/** Values are any JSON, which the form's own types would follow without end. */
const createSchema: z.ZodType<NewState, FieldValues> = newState;
const changeSchema: z.ZodType<z.output<typeof stateChange>, FieldValues> = stateChange;

export interface StateEditorProps {
  twinId: number;
  /** Absent for a new one. */
  state?: State;
  onClose: () => void;
}

/** Complaints that say more than the general ones, by the path of the value. */
const issueKeys = {
  key: 'field.keyWrong',
  'config.lower': 'source.random.wrong',
  'config.upper': 'source.random.wrong',
  'visualisation.outbound.connectorId': 'field.connectorMissing',
} as const;
const hasIssueKey = (path: string): path is keyof typeof issueKeys => Object.hasOwn(issueKeys, path);

function Fields({ twinId, state }: Pick<StateEditorProps, 'twinId' | 'state'>) {
  const computed = useComputed(twinId);
  const unit: unknown = useWatch({ name: 'unit' });
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 4,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 17rem' },
      }}
    >
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 4, minWidth: 0 }}>
        <GeneralFields state={state} />
        <SourceSection twinId={twinId} state={state} />
        <TransformerSection computed={computed} />
        <VisualisationSection twinId={twinId} />
      </Box>
      <Box
        sx={{
          position: { md: 'sticky' },
          top: 0,
          display: 'flex',
          flexDirection: 'column',
          gap: 3,
          minWidth: 0,
        }}
      >
        <PreviewTile twinId={twinId} state={state} computed={computed} />
        <ComputedValue computed={computed} unit={typeof unit === 'string' ? unit : ''} />
      </Box>
    </Box>
  );
}

/** Creates or changes a state: what it is, where its values come from, how they are shown. */
export function StateEditor({ twinId, state, onClose }: StateEditorProps) {
  const { t } = useTranslation('states');
  const { create, update } = useStateActions(twinId);
  const issueText = ({ path, code }: Issue) =>
    code !== 'required' && hasIssueKey(path) ? t(issueKeys[path]) : undefined;
  const common = { open: true, maxWidth: 'md' as const, onClose, issueText };
  if (!state) {
    return (
      <FormDialog
        {...common}
        title={t('editor.create')}
        submitLabel={t('editor.createSubmit')}
        schema={createSchema}
        defaultValues={initialValues}
        onSubmit={async (body) => {
          const created = await create(body);
          showToast({ message: t('editor.created', { title: created.title }) });
        }}
      >
        <Fields twinId={twinId} />
      </FormDialog>
    );
  }
  return (
    <FormDialog
      {...common}
      title={t('editor.edit', { title: state.title })}
      schema={changeSchema}
      defaultValues={valuesOf(state)}
      onSubmit={async (body) => {
        const saved = await update({ stateId: state.id, body });
        showToast({ message: t('editor.saved', { title: saved.title }) });
      }}
    >
      <Fields twinId={twinId} state={state} />
    </FormDialog>
  );
}
