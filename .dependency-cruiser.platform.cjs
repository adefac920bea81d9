/** Folders of the platform depend on one another in one direction only. Tests may import anything, so they are left out. */
const { options } = require('./.dependency-cruiser.cjs');
const folder = '^apps/server/src/platform/[^/]+$';

module.exports = {
  forbidden: [
    {
      name: 'platform-folders-form-no-circle',
      severity: 'error',
      scope: 'folder',
      from: { path: folder },
      to: { circular: true, path: folder },
    },
  ],
  options: {
    ...options,
    exclude: { path: [...options.exclude.path, '\\.test\\.ts$', '/testing/', '/conformance/', '^apps/server/test/'] },
  },
};
