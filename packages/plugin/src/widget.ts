import type { z } from 'zod';

/** What a kind of widget is, without how it does it: read by the server, by the web and by forms. */
export interface WidgetManifest<Options extends z.ZodObject = z.ZodObject> {
  /** Also the name of its folder. */
  type: string;
  /** Of the schema of its options. */
  version: number;
  /** Everything has a default: `options.parse({})` is a widget that nobody has set up yet. */
  options: Options;
  /** The option that names another dashboard to be shown inside, as `idText`. */
  nestedDashboardOption?: string;
}

/** The manifest of a kind; `manifest.ts` of its folder exports the result as `manifest`. */
export const defineWidget = <Options extends z.ZodObject>(manifest: WidgetManifest<Options>): WidgetManifest<Options> =>
  manifest;
