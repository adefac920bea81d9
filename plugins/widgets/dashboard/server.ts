import { idFromText } from '@stellwerk/contract/core/id';
import { defineWidgetServer, type WidgetContext } from '@stellwerk/plugin/widget-server';
import type { NestedData } from './data.ts';
import { manifest, type NestedOptions } from './manifest.ts';

const parameter = /^\{\{\s*param\.(\w+)\s*\}\}$/;

/** The id may be a parameter, whose value may not be an id. */
function idOf({ dashboard }: NestedOptions, { parameters }: WidgetContext): number | null {
  const [, name] = parameter.exec(dashboard) ?? [];
  const text = name === undefined ? dashboard : (parameters.get(name) ?? '');
  return idFromText(text) ?? null;
}

export const server = defineWidgetServer(manifest, () => ({
  async data(ctx, options): Promise<NestedData> {
    const id = idOf(options, ctx);
    return { dashboard: id === null ? null : await ctx.dashboard(id) };
  },
}));
