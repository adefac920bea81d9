/** All English guides in one piece: searching needs them all. */
export const texts = import.meta.glob<string>('../../../../../docs/guides/en/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
});
