/**
 * Folders of the platform, and features of the web, depend on one another in one direction only.
 * Tests may import anything, so they are left out.
 */
const { options } = require('./.dependency-cruiser.cjs');

const withoutCircles = (name, folder) => ({
  name,
  severity: 'error',
  scope: 'folder',
  from: { path: folder },
  to: { circular: true, path: folder },
});

module.exports = {
  forbidden: [
    withoutCircles('platform-folders-form-no-circle', '^apps/server/src/platform/[^/]+$'),
    withoutCircles('web-features-form-no-circle', '^apps/web/src/features/[^/]+$'),
  ],
  options: {
    ...options,
    exclude: {
      path: [...options.exclude.path, '\\.test\\.tsx?$', '/testing/', '^apps/server/test/'],
    },
  },
};
