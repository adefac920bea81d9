import { Box, Typography } from '@mui/material';
import type { AccessDecision } from '@stellwerk/contract/access';
import { Trans, useTranslation } from 'react-i18next';
import { InternalLink } from '../../ui/navigation/InternalLink.tsx';
import { StatusChip } from '../../ui/status/StatusChip.tsx';
import { Card } from '../../ui/surface/Card.tsx';
import { usePermissionTexts } from './permission-texts.ts';

/** The checked permission with the names of its objects. */
export interface NamedPermissionCheck {
  userId: number;
  permission: string;
  scopeId: number;
  user: string;
  scope: string;
}

type Source = AccessDecision['granting'][number];

const roleLink = ({ id }: { id: number }) => `/account-mgmt-roles?role=${id}`;
/** The same check, for the scope in which the role was assigned or the module disabled. */
const placeLink = ({ userId, permission }: NamedPermissionCheck, scopeId: number) =>
  `/account-mgmt-roles?${new URLSearchParams({ tab: 'why', user: String(userId), permission, scope: String(scopeId) })}`;

/** The sentence for a decision: depends on its cause, and on the user's permission to see the cause. */
function sentenceOf({ reason, by }: AccessDecision): string {
  if (reason === 'not-granted' || reason === 'deactivated' || !by) return reason;
  if (by.module !== null) return by.scope ? 'denied-module' : 'denied-module-hidden';
  return by.scope ? reason : `${reason}-hidden`;
}

function Sentence({ decision, asked }: { decision: AccessDecision; asked: NamedPermissionCheck }) {
  const texts = usePermissionTexts();
  const { by } = decision;
  return (
    <Typography sx={{ overflowWrap: 'anywhere' }}>
      <Trans
        ns="acl"
        i18nKey={`why.sentence.${sentenceOf(decision)}`}
        values={{
          user: asked.user,
          scope: asked.scope,
          phrase: texts.phrase(asked.permission),
          role: by?.role?.name,
          at: by?.scope?.name,
          module: by?.module ? texts.module(by.module) : undefined,
        }}
        components={{
          strong: <strong />,
          role: by?.role ? <InternalLink underline="always" to={roleLink(by.role)} /> : <span />,
          at: by?.scope ? <InternalLink underline="always" to={placeLink(asked, by.scope.id)} /> : <span />,
          module: <InternalLink underline="always" to="/account-mgmt-modules" />,
        }}
      />
    </Typography>
  );
}

function SourceLine({ source, asked }: { source: Source; asked: NamedPermissionCheck }) {
  const { t } = useTranslation('acl');
  const texts = usePermissionTexts();
  const { scope, role, module } = source;
  return (
    <Box component="li" sx={{ py: 0.75, borderTop: 1, borderColor: 'border.main', overflowWrap: 'anywhere' }}>
      <Typography component="div">
        {module !== null && t('why.sourceModule', { module: texts.module(module) })}
        {role && (
          <InternalLink underline="always" to={roleLink(role)}>
            {role.name}
          </InternalLink>
        )}
        {!scope && module === null && t('why.sourceHidden')}
      </Typography>
      <Typography variant="caption" component="div" color="textSecondary">
        {source.permission}
        {scope && (
          <>
            {' · '}
            <InternalLink underline="always" to={placeLink(asked, scope.id)}>
              {scope.name}
            </InternalLink>
          </>
        )}
      </Typography>
    </Box>
  );
}

function Sources({
  title,
  sources,
  asked,
}: {
  title: string;
  sources: readonly Source[];
  asked: NamedPermissionCheck;
}) {
  const { t } = useTranslation('acl');
  const keyOf = ({ permission, scope, role, module }: Source, index: number) =>
    `${permission} ${scope?.id} ${role?.id} ${module} ${scope ? '' : index}`;
  return (
    <Box role="group" aria-label={title} sx={{ minWidth: 0 }}>
      <Typography variant="h3" sx={{ mb: 0.75 }}>
        {title}
      </Typography>
      {sources.length === 0 && <Typography color="textSecondary">{t('why.nothing')}</Typography>}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {sources.map((source, index) => (
          <SourceLine key={keyOf(source, index)} source={source} asked={asked} />
        ))}
      </Box>
    </Box>
  );
}

export interface DecisionCardProps {
  title: string;
  decision: AccessDecision;
  asked: NamedPermissionCheck;
  /** Roles that would allow it. */
  allowing?: readonly { id: number; name: string }[] | undefined;
}

/** A decision as a sentence, with all roles for and against it. */
export function DecisionCard({ title, decision, asked, allowing }: DecisionCardProps) {
  const { t } = useTranslation('acl');
  return (
    <Card
      title={title}
      action={
        <StatusChip
          status={decision.allowed ? 'ok' : 'error'}
          label={decision.allowed ? t('why.allowed') : t('why.notAllowed')}
        />
      }
    >
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
        <Sentence decision={decision} asked={asked} />
        {!decision.allowed && allowing && (
          <Typography>
            {allowing.length > 0
              ? t('why.allowing', { count: allowing.length, roles: allowing.map(({ name }) => name).join(', ') })
              : t('why.allowingNone')}
          </Typography>
        )}
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
          }}
        >
          <Sources title={t('why.granting')} sources={decision.granting} asked={asked} />
          <Sources title={t('why.denying')} sources={decision.denying} asked={asked} />
        </Box>
      </Box>
    </Card>
  );
}
