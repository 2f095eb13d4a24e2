import { median } from '../bench.ts';
import { type Comparison, ratioOf } from '../comparison.ts';
import { formatValue } from './format-value.ts';
import type { SideNames } from './text-chart.ts';

const NAME_WIDTH = 330;
const BAR_WIDTH = 330;
const VALUE_WIDTH = 200;
const WIDTH = NAME_WIDTH + BAR_WIDTH + VALUE_WIDTH;
const BAR = 12;
const ROW = 2 * BAR + 16;
const HEAD = 64;
const colours = { ours: '#2f6fde', other: '#9aa5b1' };

/**
 * Draws the comparisons as an SVG document: for each, two bars with the lengths of the medians, and the ratio. Readable
 * on light and dark pages.
 */
export function svgChart(title: string, comparisons: readonly Comparison[], names: SideNames): string {
  const height = HEAD + comparisons.length * ROW + 12;
  const rows = comparisons.map((comparison, index) => row(comparison, HEAD + index * ROW));
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="sans-serif" font-size="13">`,
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
    `<text x="16" y="26" font-size="16" font-weight="bold">${escape(title)}</text>`,
    legend(16, names.ours, colours.ours),
    legend(NAME_WIDTH / 2, names.other, colours.other),
    ...rows.flat(),
    '</svg>',
  ].join('\n')}\n`;
}

function legend(x: number, name: string, colour: string): string {
  return `<rect x="${x}" y="38" width="${BAR}" height="${BAR}" fill="${colour}"/><text x="${x + 18}" y="49">${escape(name)}</text>`;
}

function row(comparison: Comparison, top: number): string[] {
  const { name, unit, ours, other } = comparison;
  const values = { ours: median(ours), other: median(other) };
  const longest = Math.max(values.ours, Number.isNaN(values.other) ? 0 : values.other);
  const bar = (side: 'ours' | 'other', y: number): string[] => {
    const value = values[side];
    if (Number.isNaN(value)) return [];
    const width = longest > 0 ? (value / longest) * BAR_WIDTH : 0;
    return [
      `<rect x="${NAME_WIDTH}" y="${y}" width="${width.toFixed(1)}" height="${BAR}" fill="${colours[side]}"/>`,
      `<text x="${(NAME_WIDTH + width + 6).toFixed(1)}" y="${y + 10}" font-size="11">${escape(formatValue(value, unit))}</text>`,
    ];
  };
  const ratio = Number.isNaN(values.other)
    ? []
    : [
        `<text x="${WIDTH - 16}" y="${top + BAR + 5}" text-anchor="end" font-weight="bold">${ratioOf(comparison).toFixed(2)} x</text>`,
      ];
  return [
    `<text x="${NAME_WIDTH - 12}" y="${top + BAR + 5}" text-anchor="end">${escape(name)}</text>`,
    ...bar('ours', top),
    ...bar('other', top + BAR + 1),
    ...ratio,
  ];
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
