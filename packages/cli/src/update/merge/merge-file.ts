import { inFormOf, plainText } from '@kb/codegen';
import { parseDocument } from 'yaml';
import { parseJson } from '../../scaffold/lists/json-style.ts';
import { mergeJson } from './merge-json.ts';
import { mergeLines, type Merged, type ThreeWay } from './merge-lines.ts';

/**
 * Merges a file of the scaffold that its author edited with its new version. JSON is merged by keys where lines
 * conflict. A merge that would break the syntax of a JSON or YAML file is a conflict of the whole file. Line breaks
 * and the byte order mark stay as the author has them.
 */
export function mergeFile(path: string, sides: ThreeWay, label: string): Merged {
  const { base, yours, theirs } = sides;
  const merged = mergePlain(path, { base: plainText(base), yours: plainText(yours), theirs: plainText(theirs) }, label);
  return { ...merged, text: inFormOf(yours, merged.text) };
}

function mergePlain(path: string, sides: ThreeWay, label: string): Merged {
  const merged = mergeLines(sides, label);
  const isValid = syntaxOf(path);
  const isBroken = merged.conflicts.length === 0 && isValid(sides.yours) && !isValid(merged.text);
  if (merged.conflicts.length === 0 && !isBroken) return merged;
  const byKeys = path.endsWith('.json') ? mergeJson(sides) : undefined;
  if (byKeys !== undefined) return { text: byKeys, conflicts: [] };
  return isBroken ? mergeLines({ ...sides, base: '' }, label) : merged;
}

function syntaxOf(path: string): (text: string) => boolean {
  if (path.endsWith('.json')) {
    return (text) => {
      try {
        parseJson(text);
        return true;
      } catch {
        return false;
      }
    };
  }
  return /\.ya?ml$/.test(path) ? (text) => parseDocument(text).errors.length === 0 : () => true;
}
