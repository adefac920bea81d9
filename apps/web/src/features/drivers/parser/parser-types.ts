import type { Parser, parserCase } from '@stellwerk/contract/driver';
import type { z } from 'zod';

export type { Parser, ParserField, ParserType } from '@stellwerk/contract/driver';
export type ParserCase = z.output<typeof parserCase>;
export type ParserOf<T extends Parser['type']> = Extract<Parser, { type: T }>;
