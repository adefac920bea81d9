import { randomBytes } from 'node:crypto';
import type { Mutator } from '@stellwerk/contract/connector';
import { issuesOf } from '@stellwerk/contract/issues';
import type { ConnectorManifest } from '@stellwerk/plugin/connector';
import type { Reason } from '@stellwerk/plugin/connector-server';
import type { Db } from '../../platform/db/db.ts';
import type { Egress } from '../../platform/egress/egress.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Sandbox } from '../../platform/sandbox/sandbox.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { Kind } from './connector-mapper.ts';
import { kindEgress } from './kind-egress.ts';
import { scriptOf } from './mutator.ts';
import { reasonOf } from './reason.ts';

export const secretOwner = (connectorId: number) => `connector/${connectorId}`;

export type SecretValues = Record<string, string>;

/** Given by somebody: null takes one away, what is left out stays. */
export type SecretInput = Readonly<Record<string, string | null>>;

export interface SecretPlan {
  /** All that will be set. */
  values: SecretValues;
  put: SecretValues;
  remove: string[];
  /** Made here; shown once. */
  generated: SecretValues;
}

const tryForMs = 15_000;

interface SettingsOptions {
  secrets: Secrets;
  egress: Egress;
  sandbox: Sandbox;
  log: Log;
}

/** What may stand in a connector's configuration, by the manifest of its kind. */
export function createSettings({ secrets, egress, sandbox, log }: SettingsOptions) {
  async function readSecrets(db: Db, connectorId: number): Promise<SecretValues> {
    const owner = secretOwner(connectorId);
    const values: SecretValues = {};
    for (const name of await secrets.names(db, owner)) {
      const value = await secrets.get(db, { owner, name });
      if (value !== undefined) values[name] = value;
    }
    return values;
  }

  return {
    readSecrets,

    parseOptions(manifest: ConnectorManifest, given: unknown): Record<string, unknown> {
      const parsed = manifest.options.safeParse(given, { reportInput: true });
      if (parsed.success) return parsed.data;
      const issues = issuesOf(parsed.error).map((issue) => ({ ...issue, path: `options.${issue.path}` }));
      return fail('BRIDGE_OPTIONS_INVALID', { field: issues[0]?.path.replace('options.', '') ?? '' }, { issues });
    },

    /** What the secrets will be: those that are there, those that are given, and those that are to be made. */
    planSecrets(
      manifest: ConnectorManifest,
      input: { known: SecretValues; given: SecretInput; generate: readonly string[] },
    ): SecretPlan {
      const plan: SecretPlan = { values: {}, put: {}, remove: [], generated: {} };
      const names = new Set(manifest.secrets.map(({ name }) => name));
      const stranger = [...Object.keys(input.given), ...input.generate].find((name) => !names.has(name));
      if (stranger !== undefined) fail('BRIDGE_OPTIONS_INVALID', { field: stranger });
      for (const { name, required, generated = false } of manifest.secrets) {
        const given = input.given[name] || undefined;
        const isRemoved = input.given[name] === null;
        const known = isRemoved ? undefined : input.known[name];
        const isMade = generated && given === undefined && (input.generate.includes(name) || known === undefined);
        // Typed behind options of programs: it must not begin with a hyphen.
        const made = isMade ? randomBytes(32).toString('hex') : undefined;
        const next = given ?? made;
        const value = next ?? known;
        if (value === undefined && required) fail('BRIDGE_SECRET_MISSING', { name });
        if (value !== undefined) plan.values[name] = value;
        if (next !== undefined) plan.put[name] = next;
        if (made !== undefined) plan.generated[name] = made;
        if (value === undefined && input.known[name] !== undefined) plan.remove.push(name);
      }
      return plan;
    },

    async storeSecrets(db: Db, connectorId: number, { put, remove }: SecretPlan): Promise<void> {
      const owner = secretOwner(connectorId);
      for (const [name, value] of Object.entries(put)) await secrets.put(db, { owner, name, value });
      for (const name of remove) await secrets.remove(db, { owner, name });
    },

    async checkMutator(mutator: Mutator, accountId: number): Promise<void> {
      const script = scriptOf(mutator);
      if (!script) return;
      const checked = await sandbox.check(script, accountId);
      if (checked.ok) return;
      const reason = 'reason' in checked.params ? checked.params.reason : checked.code;
      fail('BRIDGE_INVALID_MUTATOR_SCRIPT', { reason });
    },

    /** Tries the connection; null: it works, or there is nothing to try. */
    async tryConnection(
      { manifest, server }: Kind,
      options: Record<string, unknown>,
      values: SecretValues,
    ): Promise<Reason | null> {
      if (!server.validate) return null;
      const signal = AbortSignal.timeout(tryForMs);
      const context = { options, secrets: values, log, signal, egress: kindEgress(manifest, egress) };
      return server.validate(context).catch(reasonOf);
    },
  };
}
export type Settings = ReturnType<typeof createSettings>;
