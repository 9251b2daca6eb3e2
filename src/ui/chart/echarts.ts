import ReactECharts from 'echarts-for-react/lib/core.js';
import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent, MarkLineComponent } from 'echarts/components';
import * as echarts from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

// Only the parts in use. The SVG renderer follows colour changes of the page, and prints sharply.
echarts.use([BarChart, LineChart, GridComponent, MarkLineComponent, SVGRenderer]);

export { echarts };

/** The methods of a rendered chart that convert between places and pixels, and that resize it. */
export type RenderedChart = Pick<
  echarts.EChartsType,
  'convertFromPixel' | 'convertToPixel' | 'getDom' | 'getWidth' | 'resize'
> & { getZr: () => { flush: () => void } };

/** The React component. It is a CommonJS module: bundlers import its default, Node the whole module. */
export const EChart: typeof ReactECharts.default = 'default' in ReactECharts ? ReactECharts.default : ReactECharts;
