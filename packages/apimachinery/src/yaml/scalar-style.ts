import { utf8Length } from '../names/utf8-length.ts';
import { needsQuotes } from './plain-text.ts';

/** The style of a string. */
export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal';

/** Words that never need quotes: most keys and many values. */
const WORD = /^[A-Z_a-z][\w./-]*$/;

// yaml.v2 writes line and paragraph separators as they are; readers of YAML 1.2 would not give the same text back.
// This includes surrogates.
const UNPRINTABLE = /[^\n\x20-\x7e\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]/;
const LINE_BREAK = /[\n\r\u0085\u2028\u2029]/;
const BEGINS_WITH_INDICATOR = /^(?:[#,[\]{}&*!|>'"%@`]|[-?](?:[ \t]|$)|---|\.\.\.)/;
const HAS_INDICATOR = /:(?:[ \t]|$)|[\s\u0085]#/;

/** The style that yaml.v2 gives a string; `simpleKey` is true for a key of a mapping on one line. */
export function scalarStyleOf(text: string, simpleKey: boolean): ScalarStyle {
  if (WORD.test(text)) return needsQuotes(text) ? 'double' : 'plain';
  // Space before a line break, and unprintable characters, need the style with escapes.
  const escapes = UNPRINTABLE.test(text) || text.includes(' \n');
  if (text.includes('\n')) return simpleKey || escapes || text.endsWith(' ') ? 'double' : 'literal';
  if (needsQuotes(text) || escapes) return 'double';
  const spaced = text.startsWith(' ') || text.endsWith(' ');
  return spaced || BEGINS_WITH_INDICATOR.test(text) || HAS_INDICATOR.test(text) ? 'single' : 'plain';
}

/** True when a string can be the key of a mapping on one line. */
export function isSimpleKey(text: string): boolean {
  if (text.length <= 42) return !LINE_BREAK.test(text);
  return !LINE_BREAK.test(text) && utf8Length(text) <= 128;
}

/** False for characters that a double-quoted string has to escape. */
export function isPrintable(character: string): boolean {
  return !UNPRINTABLE.test(character);
}
