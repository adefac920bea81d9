import { z } from 'zod';
import { defineRoute, raw } from './core/route.ts';

export const openApiDocument = defineRoute({
  method: 'GET',
  path: '/api/v1/openapi.json',
  tag: 'system',
  summary: 'This description of every call',
  public: true,
  response: raw('application/json'),
});

export const healthLive = defineRoute({
  method: 'GET',
  path: '/health/live',
  tag: 'system',
  summary: 'The process answers',
  public: true,
  response: z.object({ status: z.literal('ok') }),
});

/**
 * 503 while the database is unreachable, the disk is nearly full, the process stops, or accepted data would have to
 * wait for another process.
 */
export const healthReady = defineRoute({
  method: 'GET',
  path: '/health/ready',
  tag: 'system',
  summary: 'The process can do its work: database reachable, room on the disk, not stopping',
  public: true,
  response: z.object({
    status: z.literal('ok'),
    version: z.string(),
    database: z.literal('ok'),
    diskFreeRatio: z.number(),
  }),
  errors: ['SERVICE_UNAVAILABLE', 'INGEST_DISK_NEARLY_FULL', 'SERVER_STOPPING'],
});

/** Returned to loopback clients and holders of METRICS_TOKEN; 404 for everybody else. */
export const metrics = defineRoute({
  method: 'GET',
  path: '/metrics',
  tag: 'system',
  summary: 'Figures for Prometheus',
  public: true,
  response: raw('text/plain'),
  errors: ['ROUTE_NOT_FOUND'],
});
