import { definePort } from '../../platform/feature/port.ts';
import type { DemoService } from './demo.service.ts';

export const demoPort = definePort<Pick<DemoService, 'plant' | 'begin'>>('demo');
