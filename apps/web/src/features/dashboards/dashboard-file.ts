import { createDashboard, type Dashboard } from '@stellwerk/contract/dashboard';
import { z } from 'zod';
import { saveFile } from '../../lib/download.ts';

const kind = 'stellwerk-dashboard';
const version = 1;
export const maxFileBytes = 4_000_000;

const { name, defaultDateRange, customParameters, refreshSeconds, widgets } = createDashboard.body.shape;
const content = z.object({ name, defaultDateRange, customParameters, refreshSeconds, widgets });
export type DashboardContent = z.output<typeof content>;

/**
 * The exported definition: everything with the same meaning in another installation, without the dashboard's own ids.
 */
export function fileText(dashboard: Dashboard): string {
  const parts = content.parse(dashboard);
  return `${JSON.stringify({ kind, version, dashboard: parts }, undefined, 2)}\n`;
}

/** Removes characters that file systems refuse. */
const fileName = (title: string) => `${title.replace(/[^\p{L}\p{N} ._-]+/gu, '_').slice(0, 80)}.dashboard.json`;

export const saveDashboard = (dashboard: Dashboard): void =>
  saveFile(new Blob([fileText(dashboard)], { type: 'application/json' }), fileName(dashboard.name));

export type FileProblem =
  | { problem: 'noJson' }
  | { problem: 'otherKind' }
  | { problem: 'newer' }
  /** The path of the invalid value. */
  | { problem: 'content'; path: string };

const envelope = z.object({ kind: z.literal(kind), version: z.number(), dashboard: z.unknown() });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads a file of `fileText`, or returns its errors. */
export function readFileText(text: string): { dashboard: DashboardContent } | FileProblem {
  const json = parseJson(text.replace(/^\ufeff/, ''));
  if (json === undefined) return { problem: 'noJson' };
  const file = envelope.safeParse(json);
  if (!file.success) return { problem: 'otherKind' };
  if (file.data.version > version) return { problem: 'newer' };
  const parsed = content.safeParse(file.data.dashboard);
  if (parsed.success) return { dashboard: parsed.data };
  return { problem: 'content', path: parsed.error.issues[0]?.path.join('.') ?? '' };
}
