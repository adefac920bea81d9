import type { z } from 'zod';

/** Manifest of a kind of widget, without its implementation: read by the server, by the web and by forms. */
export interface WidgetManifest<Options extends z.ZodObject = z.ZodObject> {
  /** Also the name of the folder. */
  type: string;
  /** Version of the options schema. */
  version: number;
  /** All options have defaults: `options.parse({})` returns a new, unconfigured widget. */
  options: Options;
  /** Name of the option that contains the id of a nested dashboard, as `idText`. */
  nestedDashboardOption?: string;
}

/** The manifest of a kind; `manifest.ts` of its folder exports the result as `manifest`. */
export const defineWidget = <Options extends z.ZodObject>(manifest: WidgetManifest<Options>): WidgetManifest<Options> =>
  manifest;
