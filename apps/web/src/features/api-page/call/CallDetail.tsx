import { Box, Typography } from '@mui/material';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../ui/input/CopyButton.tsx';
import { NeutralChip } from '../../../ui/status/NeutralChip.tsx';
import { Card } from '../../../ui/surface/Card.tsx';
import { monospaceFamily } from '../../../ui/theme/tokens.ts';
import type { ApiCall } from '../document/calls.ts';
import type { SharedSchemas } from '../document/json-schema.ts';
import { MethodMark } from '../list/MethodMark.tsx';
import { TryIt } from '../try/TryIt.tsx';
import { Parameters } from './Parameters.tsx';
import { Responses } from './Responses.tsx';
import { SchemaTree } from './SchemaTree.tsx';

interface CallDetailProps {
  call: ApiCall;
  shared: SharedSchemas;
  /** The user has just chosen it, so it takes the focus. */
  takesFocus: boolean;
}

function Permission({ permission }: { permission: string }) {
  const { t } = useTranslation('api-page');
  if (permission === 'public') return t('permission.public');
  if (permission === 'login') return t('permission.login');
  return (
    <>
      {t('permission.needed')}{' '}
      <Box component="code" sx={{ fontFamily: monospaceFamily, fontSize: '0.8125rem', overflowWrap: 'anywhere' }}>
        {permission.replace(/^\((.*)\)$/, '$1')}
      </Box>
    </>
  );
}

export function CallDetail({ call, shared, takesFocus }: CallDetailProps) {
  const { t } = useTranslation('api-page');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, [takesFocus]);
  return (
    <Box component="article" aria-labelledby="call-title" sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      <Card>
        <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1.25 }}>
          <MethodMark method={call.method} />
          <Typography
            id="call-title"
            ref={heading}
            tabIndex={-1}
            variant="h2"
            sx={{ flex: 1, minWidth: 0, fontFamily: monospaceFamily, overflowWrap: 'anywhere', outline: 'none' }}
          >
            {call.path}
          </Typography>
          <CopyButton text={call.path} label={t('copyPath')} />
        </Box>
        <Typography lang="en" sx={{ mt: 1 }}>
          {call.summary}
        </Typography>
        <Box sx={{ mt: 1, display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, color: 'text.secondary' }}>
          <NeutralChip label={call.tag} />
          <Typography variant="body2" component="span">
            <Permission permission={call.permission} />
          </Typography>
        </Box>
      </Card>
      {call.parameters.length > 0 && (
        <Card title={t('parameters')}>
          <Parameters parameters={call.parameters} shared={shared} />
        </Card>
      )}
      {call.body && (
        <Card title={t('body')} subtitle="application/json">
          <SchemaTree schema={call.body} shared={shared} label={t('body')} />
        </Card>
      )}
      <TryIt call={call} shared={shared} />
      <Responses call={call} shared={shared} />
    </Box>
  );
}
