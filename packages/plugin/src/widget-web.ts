import type { Status } from '@stellwerk/contract/twin';
import type { MarkerRule, WidgetAction, WidgetAttribute } from '@stellwerk/contract/widget';
import type { ComponentType } from 'react';
import type { z } from 'zod';
import type { ChartModel, SparkModel } from './chart.ts';
import type { KindField, KindText } from './connector-web.ts';
import type { JsonValue } from './json.ts';
import type { WidgetManifest } from './widget.ts';

export type { KindText } from './connector-web.ts';

/** Inputs of the editor in addition to those derived from the schema of an option. */
export type WidgetInput =
  | 'twinFilter'
  | 'states'
  | 'state'
  | 'template'
  | 'axisEnd'
  | 'thresholds'
  | 'attributes'
  | 'facts'
  | 'markerRules'
  | 'action'
  | 'actions'
  | 'dashboard'
  | 'namedTexts'
  | 'colour'
  | 'code';

export interface WidgetField extends Omit<KindField, 'name'> {
  /** Path of an option, such as `gauge.min`. */
  name: string;
  input?: WidgetInput;
}

/** A tab of the editor; its title is in the texts under `tab.<id>`. `when`: condition for showing the tab. */
export interface WidgetTab {
  id: string;
  fields: readonly WidgetField[];
  when?: (options: Readonly<Record<string, unknown>>) => boolean;
}

/** The clicked twin and value: the input of a click action. */
export interface Clickable {
  twinId: number | null;
  twinTitle: string;
  value: JsonValue;
}

export type Cell =
  | { is: 'text'; text: string }
  | { is: 'value'; value: JsonValue; unit: string; atMs: number | null; status: Status }
  | { is: 'status'; status: Status }
  | { is: 'tags'; tags: readonly string[] }
  | { is: 'icon'; icon: string; type: string };

export interface TableRowPicture {
  twinId: number;
  title: string;
  cells: readonly Cell[];
}

/** Compact, because there may be ten thousand points. */
export interface MapPoint {
  twinId: number;
  title: string;
  longitude: number;
  latitude: number;
  status: Status;
  /** As `widgetColour`; undefined: the colour of its status. */
  colour: string | undefined;
}

/** The current content of a widget; the host renders it. All texts are plain text, never markup. */
export type Picture =
  | {
      is: 'chart';
      model: ChartModel;
      /** Tools of the chart. */
      tools?: { dataZoom: boolean; dataView: boolean; saveAsImage: boolean };
    }
  | {
      is: 'value';
      value: JsonValue;
      unit: string;
      decimalPlaces: number | null;
      /** Change since the beginning of the period. */
      change: number | null;
      spark: SparkModel | null;
      colour: string | undefined;
      atMs: number | null;
      click: Clickable | null;
    }
  | {
      is: 'table';
      columns: readonly { id: string; title: string; width: number }[];
      rows: readonly TableRowPicture[];
      total: number;
      rowsPerPage: number;
    }
  | {
      is: 'map';
      points: readonly MapPoint[];
      total: number;
      /** Number of further twins without a position. */
      unplaced: number;
      interactive: boolean;
      zoomingEnabled: boolean;
      maxZoom: number;
      popup: {
        title: string;
        attributes: readonly WidgetAttribute[];
        /** Also shows newest values that are not among the attributes. */
        showValues: boolean;
        actions: readonly WidgetAction[];
      } | null;
    }
  /** Custom code, which runs in an isolated frame without network access. */
  | { is: 'code'; code: string; data: JsonValue }
  | {
      is: 'dashboard';
      dashboardId: number | null;
      parameters: Readonly<Record<string, string>>;
      navigation: 'navigate' | 'replace';
    }
  /** An explanation why nothing is shown; its text is under this key in the texts of the kind. */
  | { is: 'note'; key: string };

export interface PictureInput<Options, Data> {
  options: Options;
  data: Data;
  span: { fromMs: number; toMs: number; zone: string };
  parameters: ReadonlyMap<string, string>;
  /** BCP 47 tag for formatting numbers and times. */
  locale: string;
  t: KindText;
}

/** A new value from the live connection. */
export interface LiveValue {
  stateId: number;
  dtwinId: number;
  key: string;
  value: JsonValue;
  atMs: number | null;
  status: Status;
}

export interface WidgetWarning {
  /** Key of its text in the texts of the kind. */
  key: string;
  /** The user must fix it before the widget can be saved. */
  isBlocking: boolean;
}

/**
 * The web half of a kind of widget: pure functions from options and data to a picture. Its texts are in
 * `locales/{de,en}.json` beside it: `title`, `description`, `tab.<id>`, and for each option `field.<path>.label`,
 * optionally `.help` and `.info`, and `field.<path>.value.<choice>` for choices (dots of the path become levels).
 */
export interface WidgetWeb<Options = Record<string, unknown>, Data = unknown> {
  icon: ComponentType<{ size?: string | number; 'aria-hidden'?: boolean }>;
  /** Position in the list of kinds. */
  order: number;
  /** The manifest's schema, for the form. */
  schema: z.ZodObject;
  /** Size of a new widget: columns of twelve, and height. */
  start: { size: number; minHeightPx: number };
  tabs: readonly WidgetTab[];
  /** The usual kind of picture; its renderer is loaded while the data is fetched. */
  draws: Picture['is'];
  picture: (input: PictureInput<Options, Data>) => Picture;
  /** Ids of the twins in the data whose newest values affect the widget. */
  listensTo: (options: Options, data: Data) => readonly number[];
  /** Applies new values to the data; `refetch` if that is impossible; the same object if nothing changes. */
  update: (
    options: Options,
    data: Data,
    values: readonly LiveValue[],
    span: { fromMs: number; toMs: number },
  ) => Data | 'refetch';
  /** The first line contains the column names. */
  csv?: (input: PictureInput<Options, Data>) => (string | number | null)[][];
  /** The action of a click on a part of the widget. */
  clickAction?: (options: Options) => WidgetAction | null;
  /** Warnings about the displayed data, such as labels that are not unique. */
  warnings?: (input: PictureInput<Options, Data>) => readonly WidgetWarning[];
}

/** Exported as `web` from `plugins/widgets/<kind>/web.tsx`; the client finds it there by the name of the folder. */
export function defineWidgetWeb<Options extends z.ZodObject, Data>(
  manifest: WidgetManifest<Options>,
  web: Omit<WidgetWeb<z.output<Options>, Data>, 'schema'>,
): WidgetWeb {
  // Options are parsed with the manifest's schema, and data comes from the server half, before either is passed here.
  return { ...web, schema: manifest.options } as unknown as WidgetWeb;
}

export type { MarkerRule, WidgetAction, WidgetAttribute };
