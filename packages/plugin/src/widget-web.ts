import type { Status } from '@stellwerk/contract/twin';
import type { MarkerRule, WidgetAction, WidgetAttribute } from '@stellwerk/contract/widget';
import type { ComponentType } from 'react';
import type { z } from 'zod';
import type { ChartModel, SparkModel } from './chart.ts';
import type { KindField, KindText } from './connector-web.ts';
import type { JsonValue } from './json.ts';
import type { WidgetManifest } from './widget.ts';

export type { KindText } from './connector-web.ts';

/** Inputs of the editor beyond those that follow from the schema of an option. */
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

/** A tab of the editor; its title stands in the texts under `tab.<id>`. `when`: shown only while this holds. */
export interface WidgetTab {
  id: string;
  fields: readonly WidgetField[];
  when?: (options: Readonly<Record<string, unknown>>) => boolean;
}

/** What a click can do, with the twin that was clicked. */
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

/** Compact, because there may be ten thousand of them. */
export interface MapPoint {
  twinId: number;
  title: string;
  longitude: number;
  latitude: number;
  status: Status;
  /** As `widgetColour`; undefined: the colour of its status. */
  colour: string | undefined;
}

/** What a widget looks like at the moment; the host draws it. All texts are plain: nothing in them is markup. */
export type Picture =
  | {
      is: 'chart';
      model: ChartModel;
      /** Which of the chart's tools are offered. */
      tools?: { dataZoom: boolean; dataView: boolean; saveAsImage: boolean };
    }
  | {
      is: 'value';
      value: JsonValue;
      unit: string;
      decimalPlaces: number | null;
      /** Against the beginning of the period. */
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
      /** How many more there are that have no place. */
      unplaced: number;
      interactive: boolean;
      zoomingEnabled: boolean;
      maxZoom: number;
      popup: {
        title: string;
        attributes: readonly WidgetAttribute[];
        /** Also the newest values that are not among the attributes. */
        showValues: boolean;
        actions: readonly WidgetAction[];
      } | null;
    }
  /** Runs in a frame of its own that can reach nothing. */
  | { is: 'code'; code: string; data: JsonValue }
  | {
      is: 'dashboard';
      dashboardId: number | null;
      parameters: Readonly<Record<string, string>>;
      navigation: 'navigate' | 'replace';
    }
  /** Nothing to show, and why; the text stands under this key in the texts of the kind. */
  | { is: 'note'; key: string };

export interface PictureInput<Options, Data> {
  options: Options;
  data: Data;
  span: { fromMs: number; toMs: number; zone: string };
  parameters: ReadonlyMap<string, string>;
  /** BCP 47, for numbers and times. */
  locale: string;
  t: KindText;
}

/** A newest value that has just come in. */
export interface LiveValue {
  stateId: number;
  dtwinId: number;
  key: string;
  value: JsonValue;
  atMs: number | null;
  status: Status;
}

export interface WidgetWarning {
  /** Its text stands under this key in the texts of the kind. */
  key: string;
  /** It has to be mended before the widget can be saved. */
  isBlocking: boolean;
}

/**
 * The web half of a kind of widget: pure functions from options and data to a picture. Its words stand in
 * `locales/{de,en}.json` beside it: `title`, `description`, `tab.<id>`, and for each option `field.<path>.label`, perhaps
 * `.help` and `.info`, and `field.<path>.value.<choice>` where there is a choice (dots of the path become levels).
 */
export interface WidgetWeb<Options = Record<string, unknown>, Data = unknown> {
  icon: ComponentType<{ size?: string | number; 'aria-hidden'?: boolean }>;
  /** Place among the kinds that are offered. */
  order: number;
  /** The manifest's schema, for the form. */
  schema: z.ZodObject;
  /** How many columns of twelve and how high a new one is. */
  start: { size: number; minHeightPx: number };
  tabs: readonly WidgetTab[];
  /** What its picture usually is; the code that draws it comes while its data is awaited. */
  draws: Picture['is'];
  picture: (input: PictureInput<Options, Data>) => Picture;
  /** The twins whose newest values matter, of those in the data. */
  listensTo: (options: Options, data: Data) => readonly number[];
  /** The data with new values in it; `refetch` where they can't be worked in; the same object where nothing changes. */
  update: (
    options: Options,
    data: Data,
    values: readonly LiveValue[],
    span: { fromMs: number; toMs: number },
  ) => Data | 'refetch';
  /** The first line holds the names of the columns. */
  csv?: (input: PictureInput<Options, Data>) => (string | number | null)[][];
  /** What a click on a part of it does. */
  clickAction?: (options: Options) => WidgetAction | null;
  /** What is wrong with what it shows now, such as labels that are not unique. */
  warnings?: (input: PictureInput<Options, Data>) => readonly WidgetWarning[];
}

/** Exported as `web` from `plugins/widgets/<kind>/web.tsx`; the client finds it there by the name of the folder. */
export function defineWidgetWeb<Options extends z.ZodObject, Data>(
  manifest: WidgetManifest<Options>,
  web: Omit<WidgetWeb<z.output<Options>, Data>, 'schema'>,
): WidgetWeb {
  // Options are parsed with the manifest's schema and data comes from the server half before either gets here.
  return { ...web, schema: manifest.options } as unknown as WidgetWeb;
}

export type { MarkerRule, WidgetAction, WidgetAttribute };
