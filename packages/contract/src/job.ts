export const jobStates = ['created', 'inprogress', 'postprocessing', 'done', 'error', 'canceled', 'deleted'] as const;
export type JobState = (typeof jobStates)[number];
