/** All German guides in one piece: searching needs them all. */
export const texts = import.meta.glob<string>('../../../../../docs/guides/de/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
});
