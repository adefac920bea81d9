/** Script of a new custom chart: all series as lines. */
export const exampleGenerator = `// data: [{ dtwinId, dtwinTitle, stateKey, stateTitle, unit, points: [[time, value], …] }, …]
// params: the dashboard's parameters; dateRange: { start, end } in milliseconds; theme: colours of the page
return {
  xAxis: { type: 'time' },
  yAxis: { type: 'value', scale: true },
  legend: {},
  tooltip: { trigger: 'axis' },
  series: data.map((line) => ({
    type: 'line',
    name: line.dtwinTitle + ' · ' + line.stateTitle,
    showSymbol: false,
    data: line.points,
  })),
};
`;
