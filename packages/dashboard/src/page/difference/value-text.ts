import { exactJsonText } from '../text/exact-json.ts';
import { visibleText } from '../text/visible-text.ts';

/** A value on one line: texts in quotes only when they need it, objects as JSON. */
export function valueText(value: unknown): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return visibleText(/^\S+$/.test(value) ? value : JSON.stringify(value));
  return visibleText(exactJsonText(value));
}
