import ReactECharts from 'echarts-for-react/lib/core.js';
import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent, MarkLineComponent } from 'echarts/components';
import * as echarts from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

// Only what is drawn comes along. SVG: it takes the colours of the page as they change, and prints sharp.
echarts.use([BarChart, LineChart, GridComponent, MarkLineComponent, SVGRenderer]);

export { echarts };

/** What is asked of a chart that is drawn: where its places are. */
export type Drawing = Pick<echarts.EChartsType, 'convertFromPixel' | 'convertToPixel' | 'getWidth'>;

/** The component for React. Node hands out a CommonJS module whole, a bundler what it calls its default. */
export const Drawn: typeof ReactECharts.default = 'default' in ReactECharts ? ReactECharts.default : ReactECharts;
