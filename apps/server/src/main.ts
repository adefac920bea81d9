import { reportFailure, start } from './cli/start.ts';

await start().catch(reportFailure);
