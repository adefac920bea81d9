import type { TemplateContent } from '@stellwerk/contract/device-template';
import { fail } from '../../platform/errors/app-error.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import type { Sandbox } from '../../platform/sandbox/sandbox.ts';
import type { ConnectorKinds } from '../connectors/index.ts';
import { findUsableConnector } from '../connectors/index.ts';
import type { Health } from '../device-health/index.ts';
import { bindDriver } from '../devices/index.ts';
import type { RulePlacements } from '../rules/index.ts';
import { checkTransformer } from '../states/index.ts';
import { findVersionId } from './sync/device.store.ts';
import { ruleFor } from './sync/device-plan.ts';
import { findAccountOfTwin } from './twin-account.store.ts';

interface ContentCheckDeps {
  sandbox: Sandbox;
  kinds: Pick<ConnectorKinds, 'find'>;
  health: Pick<Health, 'checkEntries'>;
  placements: Pick<RulePlacements, 'validate'>;
}

const invalidAt = (path: string): never =>
  fail('VALIDATION_ERROR', {}, { issues: [{ path, code: 'invalid', params: {} }] });

const unknownState = (rule: string, key: string): never => fail('DEVICE_TEMPLATE_RULE_STATE_UNKNOWN', { rule, key });

/** Checks a draft as a whole. The gate has checked that its author may see every object in it. */
export function createContentCheck({ sandbox, kinds, health, placements }: ContentCheckDeps) {
  async function checkBinding({ db }: Ctx, accountId: number, content: TemplateContent): Promise<void> {
    const { connectorId, driverId, driverVersion, parentId } = content;
    const connector = (await findUsableConnector(db, connectorId, accountId)) ?? fail('BRIDGE_NOT_FOUND');
    if (!kinds.find(connector.type)?.capabilities.devices) fail('VDEVICE_CONNECTOR_NOT_A_SOURCE');
    await bindDriver(db, driverId, accountId);
    if (driverVersion !== null && (await findVersionId(db, driverId, driverVersion)) === undefined) {
      invalidAt('draft.driverVersion');
    }
    if (parentId !== null && (await findAccountOfTwin(db, parentId)) !== accountId) {
      fail('DTWIN_UPDATE_CHANGING_TENANT_DISALLOWED');
    }
  }

  function checkRules({ rules, states }: TemplateContent): void {
    // The ids of the states differ from device to device, and don't matter here.
    const stateIds = new Map(states.map(({ key }, index) => [key.toLowerCase(), index + 1]));
    for (const rule of rules) {
      const fields = ruleFor(rule, stateIds);
      placements.validate('missing' in fields ? unknownState(rule.title, fields.missing) : fields);
    }
  }

  return async function check(ctx: Ctx, accountId: number, content: TemplateContent): Promise<void> {
    await checkBinding(ctx, accountId, content);
    checkRules(content);
    for (const { transformer } of content.states) await checkTransformer(sandbox, transformer, accountId);
    await health.checkEntries(content.healthConfig, accountId);
  };
}
export type ContentCheck = ReturnType<typeof createContentCheck>;
