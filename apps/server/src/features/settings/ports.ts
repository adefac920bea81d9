import { definePort } from '../../platform/feature/port.ts';
import type { FindPageLook } from '../../platform/http/page-look.ts';

export const pageLookPort = definePort<FindPageLook>('look of the web client');
