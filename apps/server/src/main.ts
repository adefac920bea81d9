import './cli/resolve-once.ts';

const { reportFailure, start } = await import('./cli/start.ts');
await start().catch(reportFailure);
