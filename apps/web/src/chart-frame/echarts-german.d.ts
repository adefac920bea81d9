declare module 'echarts/i18n/langDE-obj.js' {
  const texts: Parameters<typeof import('echarts').registerLocale>[1];
  export = texts;
}
