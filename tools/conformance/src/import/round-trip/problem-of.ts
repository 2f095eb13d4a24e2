import type { JsonObject } from '@kb/apimachinery';
import { type Diagnostic, formatDiagnostics } from '@kb/codegen';
import { messageOf } from '../../suite.ts';
import { nameOf, parseDefinitions } from '../definitions/parse-definitions.ts';
import { describeDifference } from './describe-difference.ts';

/** The result of importing files and generating them again. */
export interface RoundTrip {
  /** Problems reported by the reader, the import and the generator. */
  readonly errors: readonly Diagnostic[];
  /** Generated text, by the name of its CRD. */
  readonly generated: ReadonlyMap<string, string>;
}

/**
 * What a round trip loses of a text: the problem, or the first difference of each of its CRDs. Undefined: nothing.
 */
export function problemOf(text: string, { errors, generated }: RoundTrip): string | undefined {
  const wanted = definitionsIn(text);
  if (typeof wanted === 'string') return errors.length === 0 ? wanted : formatDiagnostics(errors);
  const names = new Set(wanted.map(nameOf));
  const problems = errors.length === 0 ? [] : [formatDiagnostics(errors)];
  if (errors.length === 0 && wanted.length === 0) problems.push('there is no CRD in it');
  for (const definition of wanted) {
    const name = nameOf(definition);
    const [given] = parseDefinitions(generated.get(name) ?? '');
    if (given === undefined && errors.length > 0) continue;
    const difference = describeDifference(definition, given);
    if (difference !== undefined) problems.push(`${name}: ${difference}`);
  }
  for (const name of generated.keys()) if (!names.has(name)) problems.push(`${name}: generated, and not wanted`);
  return problems.length === 0 ? undefined : problems.join('\n');
}

/** The CRDs of a text, or the reason why it has none. */
function definitionsIn(text: string): JsonObject[] | string {
  try {
    return parseDefinitions(text);
  } catch (error) {
    return messageOf(error);
  }
}
