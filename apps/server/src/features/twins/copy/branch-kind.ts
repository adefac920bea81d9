/** The kind of job that copies large subtrees. */
export const branchDuplicateKind = 'digitaltwin-duplicate';
