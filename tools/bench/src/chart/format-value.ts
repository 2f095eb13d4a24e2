import type { Figure } from '../bench.ts';

/** The number of digits after the decimal point, by unit. */
const digits: Readonly<Record<Figure['unit'], number>> = { µs: 0, ms: 1, s: 2, MB: 1, '/s': 0, x: 3, '%': 2 };

/** Formats a value without its unit: `12.3`. */
export const formatNumber = (value: number, unit: Figure['unit']): string => value.toFixed(digits[unit]);

/** Formats a value with its unit: `12.3 ms`. */
export const formatValue = (value: number, unit: Figure['unit']): string => `${formatNumber(value, unit)} ${unit}`;
