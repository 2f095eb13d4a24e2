import { parseTemplate, PathSyntaxError, type PathStep } from './parse-path.ts';

/**
 * The steps of a path of Kubernetes' JSONPath dialect, without its braces, as printer columns have it: `.a.b`, `['a']`,
 * `['a','b']`, `[0]`, `[-1]`, `[*]`, `[1:3]`, `[?(@.type=="Ready")]`, `..a`, `\.` for a dot in a name. A path may hold
 * braces: then there are several lists of steps. Undefined when API servers cannot read it.
 */
export function readJsonPath(text: string): readonly (readonly PathStep[])[] | undefined {
  try {
    return parseTemplate(`{${text}}`);
  } catch (error) {
    if (error instanceof PathSyntaxError) return undefined;
    throw error;
  }
}
