/** Examples: bodies of functions of `data`, `params`, `dateRange` and `theme`. */
export const codeExamples: readonly { name: 'lines' | 'pie' | 'scatter' | 'daily'; code: string }[] = [
  {
    name: 'lines',
    code: `// One line a state of a twin.
return {
  xAxis: { type: 'time', min: dateRange.start, max: dateRange.end },
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
`,
  },
  {
    name: 'pie',
    code: `// The newest values as shares of a whole.
const newest = (line) => (line.points.length > 0 ? line.points[line.points.length - 1][1] : 0);
return {
  tooltip: { trigger: 'item' },
  legend: { bottom: 0 },
  series: [
    {
      type: 'pie',
      radius: ['45%', '70%'],
      data: data.map((line) => ({ name: line.dtwinTitle, value: Number(newest(line)) || 0 })),
    },
  ],
};
`,
  },
  {
    name: 'scatter',
    code: `// The first state against the second one, wherever both were measured at the same time.
const [across, up] = data;
if (!across || !up) return { title: { text: 'Two states are needed' } };
const valueAt = new Map(up.points);
return {
  xAxis: { type: 'value', name: across.stateTitle + ' ' + across.unit, scale: true },
  yAxis: { type: 'value', name: up.stateTitle + ' ' + up.unit, scale: true },
  tooltip: { trigger: 'item' },
  series: [
    {
      type: 'scatter',
      data: across.points.filter(([at]) => valueAt.has(at)).map(([at, value]) => [value, valueAt.get(at)]),
    },
  ],
};
`,
  },
  {
    name: 'daily',
    code: `// The mean of each day as bars.
const dayOf = (at) => new Date(at).toISOString().slice(0, 10);
const days = [...new Set(data.flatMap((line) => line.points.map(([at]) => dayOf(at))))].sort();
const meanOf = (line, day) => {
  const values = line.points.filter(([at]) => dayOf(at) === day).map(([, value]) => Number(value));
  return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : null;
};
return {
  xAxis: { type: 'category', data: days },
  yAxis: { type: 'value' },
  legend: {},
  tooltip: { trigger: 'axis' },
  series: data.map((line) => ({
    type: 'bar',
    name: line.dtwinTitle + ' · ' + line.stateTitle,
    data: days.map((day) => meanOf(line, day)),
  })),
};
`,
  },
];
