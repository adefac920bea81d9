import { Box } from '@mui/material';
import type { ComponentType } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { SwitchInput } from '../../../../ui/form/SwitchInput.tsx';
import { TemplateInput } from '../../../../ui/form/TemplateInput.tsx';
import { useEditing } from '../editor-context.ts';
import type { ActionType } from './actions.ts';
import { DashboardIdInput } from './DashboardInput.tsx';
import { ParameterRows } from './NamedTextsInput.tsx';
import { TwinIdInput } from './TwinIdInput.tsx';

interface TargetProps {
  /** Path of the action in the form. */
  path: string;
}

function UrlTarget({ path }: TargetProps) {
  const { t } = useTranslation('dashboards');
  const { allPlaceholders } = useEditing();
  return (
    <TemplateInput
      name={`${path}.url`}
      label={t('editor.action.url')}
      help={t('editor.action.urlHelp')}
      placeholder="https://"
      groups={allPlaceholders}
      required
      maxLength={2_000}
    />
  );
}

function TwinTarget({ path }: TargetProps) {
  const { t } = useTranslation('dashboards');
  const useOpened: unknown = useWatch({ name: `${path}.useOpenedTwin` });
  return (
    <>
      <SwitchInput name={`${path}.useOpenedTwin`} label={t('editor.action.clickedTwin')} />
      {useOpened === false && (
        <TwinIdInput name={`${path}.twinId`} label={t('editor.action.twin')} placeholder={t('editor.action.noTwin')} />
      )}
    </>
  );
}

function DashboardTarget({ path }: TargetProps) {
  const { t } = useTranslation('dashboards');
  return (
    <>
      <DashboardIdInput name={`${path}.dashboardId`} label={t('editor.action.dashboard')} required />
      <ParameterRows
        name={`${path}.parameters`}
        label={t('editor.action.parameters')}
        help={t('editor.action.parametersHelp')}
        dashboardPath={`${path}.dashboardId`}
        schema={{ maxItems: 20 }}
      />
    </>
  );
}

const targets: Readonly<Record<ActionType, ComponentType<TargetProps>>> = {
  openUrl: UrlTarget,
  openTwin: TwinTarget,
  openDashboard: DashboardTarget,
};

/** The target of an action, and whether it opens in a new tab. */
export function ActionFields({ path, type }: TargetProps & { type: ActionType }) {
  const { t } = useTranslation('dashboards');
  const Target = targets[type];
  return (
    <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Target key={type} path={path} />
      <SwitchInput name={`${path}.newTab`} label={t('editor.action.newTab')} />
    </Box>
  );
}
