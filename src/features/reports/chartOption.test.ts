import { expect, test } from '@jest/globals';
import { chartOption } from './chartOption.ts';

const ticks = ['1', '2'];
const optionOf = (series: { name: string; values: number[] }[]) =>
  chartOption({ kind: 'area', ticks, series, unit: 'whole', format: String });

test('a stacked area without values draws nothing over the total', () => {
  const answered = { name: 'Answered', values: [3, 0] };
  const { series } = optionOf([answered, { name: 'Still waiting', values: [0, 0] }]);
  expect(series).toMatchObject([
    { data: [3, { value: 0, symbol: 'none' }], lineStyle: { width: 0 }, areaStyle: { opacity: 0.75 } },
    {
      data: [
        { value: 0, symbol: 'none' },
        { value: 0, symbol: 'none' },
      ],
      lineStyle: { width: 0 },
    },
  ]);
});

test('an area that stands alone has a line', () => {
  expect(optionOf([{ name: 'Answered', values: [3, 0] }]).series).toMatchObject([
    { data: [3, 0], lineStyle: { width: 2 } },
  ]);
});
