import { idFromText } from '@stellwerk/contract/core/id';
import { issuesOf } from '@stellwerk/contract/issues';
import type { WidgetManifest } from '@stellwerk/plugin/widget';
import type { WidgetPlugin, WidgetServer } from '@stellwerk/plugin/widget-server';
import { z } from 'zod';
import { fail } from '../../../platform/errors/app-error.ts';
import type { Log } from '../../../platform/log/log.ts';
import { discoverPlugins } from '../../../platform/plugins/discover.ts';

export interface WidgetKind {
  manifest: WidgetManifest;
  server: WidgetServer;
}

export interface WidgetKinds {
  all(): WidgetKind[];
  find(type: string): WidgetKind | undefined;
  /** The options with their defaults; fails with WIDGET_TYPE_UNKNOWN or WIDGET_OPTIONS_INVALID. */
  parse(type: string, options: unknown): Record<string, unknown>;
  /** The dashboard that a widget embeds; null for other widgets, or if a parameter decides. */
  nestedIdOf(type: string, options: Readonly<Record<string, unknown>>): number | null;
  /** The response of `GET /dashboards/widget-types`. */
  wire(): { type: string; optionsSchema: Record<string, unknown> }[];
}

const ownPlugins = new URL('../../../../../../plugins/widgets', import.meta.url).pathname;

export interface WidgetKindsOptions {
  log: Log;
  pluginsDir?: string;
}

function optionsSchemaOf({ options }: WidgetManifest): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(options, { io: 'input', unrepresentable: 'any' });
  return schema;
}

export async function createWidgetKinds({ log, pluginsDir = ownPlugins }: WidgetKindsOptions): Promise<WidgetKinds> {
  const kinds = new Map<string, WidgetKind>();
  const found = await discoverPlugins<WidgetManifest, WidgetPlugin>({ pluginsDir, of: 'widgets', lists: [], log });
  for (const [type, { manifest, plugin }] of found) {
    try {
      kinds.set(type, { manifest, server: plugin.create() });
    } catch (error) {
      log.error({ err: error, type }, 'a kind of widgets is broken');
    }
  }
  const wire = [...kinds.values()].map(({ manifest }) => ({
    type: manifest.type,
    optionsSchema: optionsSchemaOf(manifest),
  }));

  return {
    all: () => [...kinds.values()],
    find: (type) => kinds.get(type),
    parse(type, options) {
      const { manifest } = kinds.get(type) ?? fail('WIDGET_TYPE_UNKNOWN', { type });
      const parsed = manifest.options.safeParse(options, { reportInput: true });
      if (parsed.success) return parsed.data;
      const issues = issuesOf(parsed.error).map((issue) => ({ ...issue, path: `options.${issue.path}` }));
      return fail('WIDGET_OPTIONS_INVALID', { field: issues[0]?.path.replace('options.', '') ?? '' }, { issues });
    },
    nestedIdOf(type, options) {
      const name = kinds.get(type)?.manifest.nestedDashboardOption;
      const id = name === undefined ? undefined : options[name];
      return idFromText(id) ?? null;
    },
    wire: () => wire,
  };
}
