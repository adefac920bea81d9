import { createDashboard, type Dashboard } from '@stellwerk/contract/dashboard';
import { z } from 'zod';
import { saveFile } from '../../lib/download.ts';

const kind = 'stellwerk-dashboard';
const version = 1;
export const maxFileBytes = 4_000_000;

const { name, defaultDateRange, customParameters, refreshSeconds, widgets } = createDashboard.body.shape;
const content = z.object({ name, defaultDateRange, customParameters, refreshSeconds, widgets });
export type DashboardContent = z.output<typeof content>;

/** What a file holds: everything that means the same in another installation, and no ids of the dashboard itself. */
export function fileText(dashboard: Dashboard): string {
  const parts = content.parse(dashboard);
  return `${JSON.stringify({ kind, version, dashboard: parts }, undefined, 2)}\n`;
}

/** Signs that file systems refuse. */
const fileName = (title: string) => `${title.replace(/[^\p{L}\p{N} ._-]+/gu, '_').slice(0, 80)}.dashboard.json`;

export const saveDashboard = (dashboard: Dashboard): void =>
  saveFile(new Blob([fileText(dashboard)], { type: 'application/json' }), fileName(dashboard.name));

export type FileProblem =
  | { problem: 'noJson' }
  | { problem: 'otherKind' }
  | { problem: 'newer' }
  /** The place in the file that is wrong. */
  | { problem: 'content'; path: string };

const envelope = z.object({ kind: z.literal(kind), version: z.number(), dashboard: z.unknown() });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads what `fileText` wrote, or says what is wrong with it. */
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
