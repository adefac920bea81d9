export { useWidgetTexts, widgetWebs } from './kinds/all-kinds.ts';
export { dashboardPath, dashboardsPath } from './paths.ts';
